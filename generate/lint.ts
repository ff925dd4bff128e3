import {
  dereference,
  type LocatedOperation,
  type MediaType,
  type OpenApiDocument,
  operationsOf,
  partsOf,
  type Schema,
} from './document.ts';
import { type Check, createCheck } from './json-schema.ts';
import { lintSchema } from './lint-schema.ts';

const roles = [
  'none',
  'key',
  'team-member',
  'team-administrator',
  'organization-member',
  'organization-administrator',
  'organization-owner',
];
const permissions = ['get', 'list', 'create', 'update', 'delete'];

/**
 * Everything in a document that the rules of this project do not allow, as `where: what`. An empty list is a good
 * document. `errorType` is the media type in which its surface answers errors. `successes` are the statuses of success
 * where a standard gives them; otherwise success is always 200.
 */
export function lintDocument(
  document: OpenApiDocument,
  errorType = 'application/problem+json',
  successes: readonly string[] = ['200'],
): string[] {
  const findings = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    lintSchema(schema, `components.schemas.${name}`),
  );
  const check = createCheck(document);
  const seen = new Set<string>();
  for (const located of operationsOf(document)) {
    const { operationId = '' } = located.operation;
    const where = `${located.method.toUpperCase()} ${located.path}`;
    const local = [
      ...lintNames(document, located),
      ...lintParameters(document, located, check),
      ...lintResponses(document, located, errorType, successes),
      ...lintBodies(document, located, check),
    ];
    if (seen.has(operationId)) local.push(`operationId ${operationId} is used twice`);
    seen.add(operationId);
    findings.push(...local.map((finding) => `${where}: ${finding}`));
  }
  return findings;
}

/**
 * What the Public API demands beyond the rules for every document: who may call, audit, idempotency, one list shape,
 * and what an empty list means.
 */
export function lintPublicApi(document: OpenApiDocument): string[] {
  const resources = new Set(
    (document.components.schemas.KeyScope?.properties?.resource?.enum ?? []).map(String),
  );
  return operationsOf(document).flatMap((located) => {
    const where = `${located.method.toUpperCase()} ${located.path}`;
    return [
      ...lintAccess(located, resources),
      ...lintEffects(document, located),
      ...lintList(document, located),
      ...lintChoices(document, located),
    ].map((finding) => `${where}: ${finding}`);
  });
}

function lintNames(document: OpenApiDocument, { operation }: LocatedOperation): string[] {
  const findings: string[] = [];
  if (!/^[a-z]+[A-Z][A-Za-z]*$/.test(operation.operationId ?? ''))
    findings.push('operationId is not a verb and a noun in camelCase');
  if (!operation.summary) findings.push('summary is missing');
  if (!operation.description) findings.push('description is missing');
  if (operation.summary?.endsWith('.')) findings.push('summary ends with a full stop');
  const [tag, ...more] = operation.tags ?? [];
  if (more.length > 0 || !document.tags.some(({ name }) => name === tag))
    findings.push('needs exactly one tag, and the document must declare it');
  return findings;
}

function lintParameters(
  document: OpenApiDocument,
  { path, operation, shared }: LocatedOperation,
  check: Check,
): string[] {
  const findings: string[] = [];
  const parameters = [...shared, ...(operation.parameters ?? [])].map((parameter) =>
    dereference(document, parameter),
  );
  const declared = parameters.filter((parameter) => parameter.in === 'path');
  const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  for (const name of named) {
    if (!declared.some((parameter) => parameter.name === name && parameter.required))
      findings.push(`path parameter ${name} is not declared as required`);
  }
  for (const { name } of declared) {
    if (!named.includes(name)) findings.push(`path parameter ${name} is not in the path`);
  }
  const names = parameters.map(({ name }) => name.toLowerCase());
  if (new Set(names).size !== names.length)
    findings.push('two parameters differ by letter case at most');
  for (const { name, description, schema } of parameters) {
    if (!description) findings.push(`parameter ${name} has no description`);
    findings.push(...lintSchema(schema, `parameter ${name}`));
    const example = dereference(document, schema).example;
    const wrong = example === undefined ? null : check(schema, example);
    if (wrong) findings.push(`parameter ${name}: ${wrong}`);
  }
  return findings;
}

function lintResponses(
  document: OpenApiDocument,
  { path, method, operation }: LocatedOperation,
  errorType: string,
  successes: readonly string[],
): string[] {
  const findings: string[] = [];
  const statuses = Object.keys(operation.responses);
  const hasKey = operation['x-required-role'] !== 'none';
  const isOurs = successes.length === 1;
  // A form may only lead on.
  const success = statuses.includes('303') ? '303' : '200';
  const expected = isOurs ? [success, '429'] : ['429'];
  if (hasKey) expected.push('400', '401', '403');
  if (path.includes('{')) expected.push('404');
  if (operation.requestBody) expected.push('413');
  if (operation.requestBody && hasKey) expected.push('415');
  // Repeating safely is ours; standards have ways of their own.
  if (method === 'post' && hasKey && isOurs) expected.push('422');
  for (const status of expected) {
    if (!statuses.includes(status)) findings.push(`response ${status} is missing`);
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    // 206 is a part of what 200 is the whole of.
    const isPart = status === '206' && statuses.includes('416');
    if (status.startsWith('2') && !successes.includes(status) && !isPart)
      findings.push(`response ${status}: success is always ${successes.join(', ')}`);
    const { content } = dereference(document, response);
    if (Number(status) >= 400 && !content?.[errorType])
      findings.push(`response ${status} is not ${errorType}`);
  }
  return findings;
}

function lintBodies(
  document: OpenApiDocument,
  { operation }: LocatedOperation,
  check: Check,
): string[] {
  const bodies: [string, MediaType][] = [];
  const request = operation.requestBody && dereference(document, operation.requestBody);
  for (const [type, media] of Object.entries(request?.content ?? {}))
    bodies.push([`request ${type}`, media]);
  for (const [status, response] of Object.entries(operation.responses)) {
    for (const [type, media] of Object.entries(dereference(document, response).content ?? {}))
      bodies.push([`response ${status} ${type}`, media]);
  }
  return bodies.flatMap(([where, { schema, example }]) => {
    if (!schema) return [`${where} has no schema`];
    if (example === undefined) return [`${where} has no example, and none can be assembled`];
    const wrong = check(schema, example);
    return wrong ? [`${where}: ${wrong}`] : [];
  });
}

function lintAccess({ operation }: LocatedOperation, resources: Set<string>): string[] {
  const { 'x-required-role': role = '', 'x-scope': scope, security } = operation;
  if (!roles.includes(role)) return ['x-required-role is missing or unknown'];
  if (role === 'none') {
    const open = security !== undefined && security.length === 0 && scope === undefined;
    return open ? [] : ['takes no key, so it needs `security: []` and no x-scope'];
  }
  if (security !== undefined) return ['changes the security of the document'];
  if (scope === 'none') return [];
  const [resource = '', permission = ''] = scope?.split(':') ?? [];
  if (resources.has(resource) && permissions.includes(permission)) return [];
  return ['x-scope is missing or names a resource that KeyScope does not have'];
}

function lintEffects(document: OpenApiDocument, { method, operation }: LocatedOperation): string[] {
  const findings: string[] = [];
  const audit = operation['x-audit'];
  if (method !== 'get' && operation['x-no-side-effects'] !== true && audit === undefined)
    findings.push('changes something without x-audit');
  if (audit !== undefined && !/^[a-z-]+\.[a-z-]+$/.test(audit))
    findings.push('x-audit is not `noun.verb`');
  const parameters = (operation.parameters ?? []).map((one) => dereference(document, one));
  if (method === 'post' && !parameters.some(({ name }) => name === 'Idempotency-Key'))
    findings.push('takes no Idempotency-Key');
  return findings;
}

function lintList(document: OpenApiDocument, { operation }: LocatedOperation): string[] {
  if (!operation.operationId.startsWith('list') || operation['x-required-role'] === 'none')
    return [];
  const parameters = (operation.parameters ?? []).map((one) => dereference(document, one));
  const findings: string[] = [];
  if (!parameters.some(({ name }) => name === 'Limit')) findings.push('a list without Limit');
  const ok = operation.responses['200'];
  const schema = ok && dereference(document, ok).content?.['application/json']?.schema;
  if (!schema || !includesPage(document, schema)) findings.push('a list without the shape of Page');
  return findings;
}

/** A list of severities, days or channels that is empty must not silence somebody without a word. */
function lintChoices(document: OpenApiDocument, { operation }: LocatedOperation): string[] {
  const request = operation.requestBody && dereference(document, operation.requestBody);
  return Object.values(request?.content ?? {}).flatMap(({ schema }) =>
    schema ? unsaidChoices(document, schema, 'request', []) : [],
  );
}

/** `said`: the descriptions of the object that has it. */
function unsaidChoices(
  document: OpenApiDocument,
  schema: Schema,
  where: string,
  said: readonly string[],
): string[] {
  const parts = partsOf(document, schema);
  const own = parts.flatMap(({ description }) => description ?? []);
  const items = parts.find((part) => part.items)?.items;
  const isChoice = items && partsOf(document, items).some((part) => part.enum);
  const isSaid =
    parts.some(({ minItems = 0 }) => minItems > 0) ||
    [...own, ...said].some((text) => /\bempty\b|`\[\]`/i.test(text));
  return [
    ...(isChoice && !isSaid ? [`${where}: does not say what an empty list means`] : []),
    ...(items && !isChoice ? unsaidChoices(document, items, `${where}[]`, own) : []),
    ...parts.flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([name, property]) =>
        unsaidChoices(document, property, `${where}.${name}`, own),
      ),
    ),
  ];
}

function includesPage(document: OpenApiDocument, schema: Schema): boolean {
  if (schema.$ref === '#/components/schemas/Page') return true;
  const target = dereference(document, schema);
  return (target.allOf ?? []).some((part) => includesPage(document, part));
}
