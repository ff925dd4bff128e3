/** A resource of the provider, interpreted from its resolved schema. */
import { randomUUID } from 'node:crypto';
import type { Diagnostic } from '../runtime/diagnostics.ts';
import { errorAt, ProviderError } from '../runtime/diagnostics.ts';
import type { ResourceDefinition } from '../runtime/provider.ts';
import { PartialCreate } from '../runtime/provider.ts';
import type { Value, ValueObject } from '../runtime/value.ts';
import { isObject, knownPart, mapValues } from '../runtime/value.ts';
import type { ApiClient } from './client.ts';
import { ApiFailure } from './failure.ts';
import { failureToDiagnostics } from './failure-diagnostics.ts';
import { fromAnswer, toBody } from './objects.ts';
import type { Reader } from './reader.ts';
import type { ResolvedResource, WireAttributes } from './resolved.ts';
import { lacksSecret, withSecrets } from './secrets.ts';
import { target } from './target.ts';

export interface Api {
  readonly client: ApiClient;
  readonly reader: Reader;
}

export type ConfigRule = (config: ValueObject) => Diagnostic[];

const commercialOriginal = 'allquiet/allquiet';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Behaviour that an overlay adds to a resource. */
export interface ResourceHooks {
  readonly rules?: readonly ConfigRule[];
  readonly own?: { afterCreate(planned: ValueObject, answer: ValueObject): ValueObject };
  readonly isGone?: (answer: ValueObject) => boolean;
  readonly replacedBy?: string;
  /** Members that only the creation answers: an object that lost them is of no use. */
  readonly shownOnce?: readonly string[];
  readonly check?: NonNullable<ResourceDefinition<Api>['check']>;
}

export function defineResource(
  resolved: ResolvedResource,
  hooks: ResourceHooks,
): ResourceDefinition<Api> {
  const { schema, operations, importAttributes, takesOver } = resolved;
  const { attributes } = schema;
  const { rules = [], isGone = () => false, replacedBy, check } = hooks;

  return {
    schema,
    validate: (config) => rules.flatMap((rule) => rule(config)),
    ...(check === undefined ? {} : { check }),

    create: (api, planned, config) =>
      explaining(attributes, () => create(resolved, hooks, api, planned, config)),

    read: ({ client, reader }, stored, memory) =>
      explaining(attributes, async () => {
        const known = await whereabouts(client, stored, { operations, replacedBy, memory });
        const answer = known && (await reader.read(resolved, known));
        return answer === null || isGone(answer) ? null : fromAnswer(attributes, answer);
      }),

    update: (api, planned, config, prior) =>
      explaining(attributes, () => update(resolved, api, planned, config, prior)),

    remove: ({ client, reader }, stored, memory) =>
      explaining(attributes, async () => {
        reader.forget();
        if (operations.delete === undefined) return;
        const known = await whereabouts(client, stored, { operations, replacedBy, memory });
        if (known !== null) await client.send(target(operations.delete, known)).catch(unlessGone);
      }),

    importId: (id) => {
      if (!uuid.test(id)) throw notAnId(id);
      return Object.fromEntries(importAttributes.map((name) => [name, id]));
    },

    ...(takesOver === undefined
      ? {}
      : { takesOver: [{ provider: commercialOriginal, type: takesOver }] }),
  };
}

/** Where the object is, of which a creation whose end nobody saw may have left no id. Null: it was never made. */
async function whereabouts(
  client: ApiClient,
  stored: ValueObject,
  {
    operations,
    replacedBy,
    memory,
  }: Pick<ResolvedResource, 'operations'> & {
    replacedBy: string | undefined;
    memory: string | undefined;
  },
): Promise<ValueObject | null> {
  const needed = Object.values(operations.read.parameters);
  if (memory === undefined || needed.every((name) => isText(stored[name]))) return stored;
  if (replacedBy !== undefined) return { ...stored, id: stored[replacedBy] ?? null };
  const use = await client
    .send({ method: 'GET', path: `/idempotency-key/${memory}` })
    .catch(unlessGone);
  return isObject(use) && isText(use.objectId) ? { ...stored, id: use.objectId } : null;
}

async function create(
  resolved: ResolvedResource,
  { own, replacedBy, shownOnce = [] }: ResourceHooks,
  { client, reader }: Api,
  planned: ValueObject,
  config: ValueObject,
): Promise<ValueObject> {
  const { operations, schema } = resolved;
  const { attributes } = schema;
  reader.forget();
  if (replacedBy !== undefined) {
    const id = planned[replacedBy] ?? null;
    const present = await reader.read(resolved, { ...planned, id });
    if (present !== null) throw alreadyThere(replacedBy, String(id));
  }
  const idempotencyKey = randomUUID();
  const request = {
    ...target(operations.create, planned),
    body: toBody(attributes, planned, config),
    ...(operations.create.idempotencyKey ? { idempotencyKey } : {}),
  };
  const answer = await client.send(request).catch((error: unknown) => {
    if (!(error instanceof ApiFailure) || !error.isUnsettled) throw error;
    if (!operations.create.idempotencyKey || shownOnce.length > 0) throw error;
    throw new PartialCreate(
      { ...mapValues(planned, knownPart), id: null },
      unsettled(error, attributes),
      idempotencyKey,
    );
  });
  const made = created(attributes, planned, answer);
  return own === undefined ? made : { ...made, ...own.afterCreate(planned, objectOf(answer)) };
}

async function update(
  { operations, schema: { attributes } }: ResolvedResource,
  { client, reader }: Api,
  planned: ValueObject,
  config: ValueObject,
  prior: ValueObject,
): Promise<ValueObject> {
  reader.forget();
  // The state does not have secrets that the server keeps although they are no longer configured.
  const current = lacksSecret(attributes, planned)
    ? await client.send(target(operations.read, prior))
    : null;
  const whole = isObject(current)
    ? withSecrets(attributes, planned, fromAnswer(attributes, current))
    : planned;
  const body = {
    ...toBody(attributes, whole, config),
    ...cleared(attributes, planned, config, prior),
  };
  const answer = await client.send({ ...target(operations.update, prior), body });
  return fromAnswer(attributes, objectOf(answer));
}

function notAnId(id: string): ProviderError {
  const detail = `An import id is the UUID of the object, such as 3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90; got "${id}".`;
  return new ProviderError([{ severity: 'error', summary: 'Not an id', detail }]);
}

function isText(value: Value | undefined): value is string {
  return typeof value === 'string';
}

/** The object is stored as tainted, so what will become of it is said, too. */
function unsettled(error: ApiFailure, attributes: WireAttributes): ProviderError {
  const [first, ...others] = failureToDiagnostics(error, attributes);
  const next =
    'The next plan asks the server whether it does, and if so plans to replace it. To keep it, run "terraform untaint ADDRESS" before.';
  const said = first === undefined ? [] : [{ ...first, detail: `${first.detail}\n${next}` }];
  return new ProviderError([...said, ...others], { cause: error });
}

function alreadyThere(attribute: string, id: string): ProviderError {
  const detail = `Creating it would overwrite what is there. Import it with "terraform import ADDRESS ${id}" or an import block; then a plan shows the differences.`;
  return new ProviderError([errorAt([attribute], 'The object exists already', detail)]);
}

/** A server that stored the object but answered something unusable must not make twins. */
function created(attributes: WireAttributes, planned: ValueObject, answer: Value): ValueObject {
  const made = fromAnswer(attributes, objectOf(answer));
  if (typeof made.id !== 'string') {
    throw failure(
      'The server did not say what it created',
      'The answer to the creation holds no id. Look for the object on the server before applying again.',
    );
  }
  const missing = missingFrom(attributes, made);
  if (missing.length === 0) return made;
  throw new PartialCreate(
    { ...mapValues(planned, knownPart), id: made.id },
    failure(
      'The server answered an incomplete object',
      `It was created with the id ${made.id}, but the answer lacks ${missing.join(', ')}. The next apply replaces it.`,
    ),
  );
}

function failure(summary: string, detail: string): ProviderError {
  return new ProviderError([{ severity: 'error', summary, detail }]);
}

function objectOf(answer: Value): ValueObject {
  return isObject(answer) ? answer : {};
}

function missingFrom(attributes: WireAttributes, made: ValueObject): string[] {
  return Object.entries(attributes)
    .filter(
      ([name, { presence, local }]) =>
        presence === 'required' && local !== true && (made[name] ?? null) === null,
    )
    .map(([, { wire }]) => wire ?? '');
}

/** Write-only values taken out of the configuration together with a new version number. */
function cleared(
  attributes: WireAttributes,
  planned: ValueObject,
  config: ValueObject,
  prior: ValueObject,
): ValueObject {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { writeOnly, wire, clearedBy }]) => {
      const version = `${name}_version`;
      const gone = writeOnly === true && (config[name] ?? null) === null;
      const moved = (planned[version] ?? null) !== (prior[version] ?? null);
      return gone && moved && wire !== undefined && clearedBy !== undefined
        ? [[wire, clearedBy]]
        : [];
    }),
  );
}

export function unlessGone(error: unknown): null {
  if (error instanceof ApiFailure && error.status === 404) return null;
  throw error;
}

/** Turns failures of requests into diagnostics at the attributes they are about. */
export async function explaining<Result>(
  attributes: WireAttributes,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    throw new ProviderError(failureToDiagnostics(error, attributes), { cause: error });
  }
}
