import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Comparison, compareSchemas } from './compare-schemas.ts';
import {
  dereference,
  type LocatedOperation,
  type OpenApiDocument,
  operationsOf,
  type Parameter,
} from './document.ts';

const bundledPath = 'openapi/bundled/public-v1.json';
/** From the most to the least permissive; team and organization roles are compared as one ladder. */
const roles = [
  'none',
  'key',
  'team-member',
  'organization-member',
  'team-administrator',
  'organization-administrator',
  'organization-owner',
];

/** What a client of `before` may stumble over in `after`, as `where: what`. An empty list is a compatible change. */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const comparing = (direction: Comparison['direction']): Comparison => ({
    before,
    after,
    direction,
    found: new Map(),
  });
  const [requests, responses] = [comparing('request'), comparing('response')];
  const kept = new Map(operationsOf(after).map((located) => [keyOf(located), located]));
  return operationsOf(before).flatMap((old) => {
    const where = keyOf(old);
    const found = kept.get(where);
    if (!found) return [`${where}: the operation is gone`];
    return [
      ...compareAccess(before, old, after, found),
      ...compareParameters(requests, old, found),
      ...compareRequests(requests, old, found),
      ...compareResponses(responses, old, found),
    ].map((change) => `${where}: ${change}`);
  });
}

function keyOf({ method, path }: LocatedOperation): string {
  // The name of a path parameter is not part of the address.
  return `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
}

function compareAccess(
  before: OpenApiDocument,
  { operation: old }: LocatedOperation,
  after: OpenApiDocument,
  { operation: found }: LocatedOperation,
): string[] {
  const changes: string[] = [];
  const rank = (role = '') => roles.indexOf(role);
  if (rank(found['x-required-role']) > rank(old['x-required-role']))
    changes.push(`needs the role ${found['x-required-role']} now`);
  if (found['x-scope'] !== old['x-scope'] && found['x-scope'] !== 'none')
    changes.push(`needs the scope ${found['x-scope']} now`);
  const plans = found['x-plan'] ?? after['x-plan'] ?? [];
  for (const plan of old['x-plan'] ?? before['x-plan'] ?? []) {
    if (!plans.includes(plan)) changes.push(`is not part of the plan ${plan} any more`);
  }
  for (const flag of ['x-organization-wide', 'x-key-kinds'] as const) {
    if (old[flag] === undefined && found[flag] !== undefined) changes.push(`has ${flag} now`);
  }
  return changes;
}

function compareParameters(
  comparison: Comparison,
  old: LocatedOperation,
  found: LocatedOperation,
): string[] {
  const { before, after } = comparison;
  // Path parameters are matched by position in the address, and names of parameters in any letter case.
  const read = (document: OpenApiDocument, { shared, operation }: LocatedOperation) =>
    new Map(
      [...shared, ...(operation.parameters ?? [])]
        .map((parameter): Parameter => dereference(document, parameter))
        .filter((parameter) => parameter.in !== 'path')
        .map((parameter) => [`${parameter.in} ${parameter.name}`.toLowerCase(), parameter]),
    );
  const earlier = read(before, old);
  const later = read(after, found);
  const changes: string[] = [];
  for (const [name, parameter] of earlier) {
    const now = later.get(name);
    if (!now) changes.push(`parameter ${parameter.name} is gone`);
    else
      changes.push(
        ...compareSchemas(comparison, parameter.schema, now.schema, `parameter ${parameter.name}`),
      );
  }
  for (const [name, parameter] of later) {
    if (parameter.required && !earlier.get(name)?.required)
      changes.push(`parameter ${parameter.name} is required now`);
  }
  return changes;
}

function compareRequests(
  comparison: Comparison,
  { operation: old }: LocatedOperation,
  { operation: found }: LocatedOperation,
): string[] {
  const { before, after } = comparison;
  const earlier = old.requestBody && dereference(before, old.requestBody);
  const later = found.requestBody && dereference(after, found.requestBody);
  const changes: string[] = [];
  if (later?.required && !earlier?.required) changes.push('the request body is required now');
  for (const [type, { schema }] of Object.entries(earlier?.content ?? {})) {
    const now = later?.content[type];
    if (!now) changes.push(`a request body of ${type} is not taken any more`);
    else if (schema && now.schema)
      changes.push(...compareSchemas(comparison, schema, now.schema, 'request'));
  }
  return changes;
}

function compareResponses(
  comparison: Comparison,
  { operation: old }: LocatedOperation,
  { operation: found }: LocatedOperation,
): string[] {
  const { before, after } = comparison;
  const changes: string[] = [];
  for (const [status, response] of Object.entries(old.responses)) {
    const kept = found.responses[status];
    if (!kept) {
      changes.push(`response ${status} is gone`);
      continue;
    }
    const later = dereference(after, kept).content ?? {};
    for (const [type, { schema }] of Object.entries(dereference(before, response).content ?? {})) {
      const now = later[type];
      if (!now) changes.push(`response ${status} is not given as ${type} any more`);
      else if (schema && now.schema)
        changes.push(...compareSchemas(comparison, schema, now.schema, `response ${status}`));
    }
  }
  return changes;
}

function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch {
    return null;
  }
}

/**
 * `node generate/breaking-changes.ts [baseRef]`: compares the bundled document with the one of the last release tag.
 */
function main(): void {
  process.chdir(dirname(import.meta.dirname));
  const given = process.argv[2];
  const base = given ?? git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')?.trim();
  if (!base) {
    console.log('There is no release tag yet, so there is nothing to compare with.');
    return;
  }
  if (git('rev-parse', '--verify', '--quiet', `${base}^{commit}`) === null) {
    console.error(`${base} is not a commit of this repository.`);
    process.exitCode = 2;
    return;
  }
  const earlier = git('show', `${base}:${bundledPath}`);
  if (earlier === null) {
    console.log(`${base} has no ${bundledPath}, so there is nothing to compare with.`);
    return;
  }
  const changes = breakingChanges(
    JSON.parse(earlier),
    JSON.parse(readFileSync(bundledPath, 'utf8')),
  );
  if (changes.length === 0) {
    console.log(`Nothing in ${bundledPath} breaks clients of ${base}.`);
    return;
  }
  const places = Map.groupBy(changes, (change) => change.slice(change.indexOf(': ') + 2));
  console.error(`${places.size} changes since ${base} break clients:`);
  for (const [change, found] of places) {
    const [first = ''] = found;
    const more = found.length === 1 ? '' : ` (and ${found.length - 1} operations more)`;
    console.error(`  ${first.slice(0, first.length - change.length)}${change}${more}`);
  }
  process.exitCode = 1;
}

if (import.meta.main) main();
