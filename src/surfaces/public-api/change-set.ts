import { setImmediate as turnOfOthers } from 'node:timers/promises';
import {
  type ApiDocument,
  canonicaliseKeys,
  parseJsonInSlices,
  validatorOf,
} from '../../http/index.ts';
import { AppError, endOfText, isObject, type World } from '../../kernel/index.ts';
import { kindsOf } from '../../resources/index.ts';
import { refusedMembers, type Sentence, say } from '../../sentences/index.ts';
import type { ConfigurationChange } from '../../stage/index.ts';
import type { ApiCaller } from './caller.ts';
import type { ApiOperation, Traits } from './traits.ts';

export const changeSetBytesMax = 32 * 1024 * 1024;
const changesMax = 20_000;
const membersMax = 20_000;
const depthMax = 60;
/** Characters that are looked through in one go, which takes milliseconds. */
const sliceCharacters = 512 * 1024;
const sliceMilliseconds = 15;

/** The JSON of a call with a change set. Throws SyntaxError as `JSON.parse` does; 413 where there are too many. */
export async function parseChangeSet(text: string): Promise<unknown> {
  await demandShallow(text);
  const body = await parseJsonInSlices(text, { membersMax, itemsMax: changesMax });
  const { changes } = isObject(body) ? body : {};
  if (Array.isArray(changes) && changes.length > changesMax)
    throw new AppError(
      'payload-too-large',
      say('bodyTooMany', { max: changesMax, what: 'changes' }),
    );
  return body;
}

/** Refuses text that nests so deep that code which walks through its value would exhaust the stack. */
async function demandShallow(text: string): Promise<void> {
  const brackets = /["[\]{}]/g;
  let depth = 0;
  let pauseAt = sliceCharacters;
  for (;;) {
    const found = brackets.exec(text);
    if (!found) return;
    if (found[0] === '"') brackets.lastIndex = endOfText(text, found.index);
    else depth += found[0] === '[' || found[0] === '{' ? 1 : -1;
    if (depth > depthMax)
      throw new AppError('validation-failed', say('bodyTooDeep', { levels: depthMax }));
    if (found.index < pauseAt) continue;
    pauseAt = found.index + sliceCharacters;
    await turnOfOthers();
  }
}

type Given = Pick<ConfigurationChange, 'action' | 'entityType' | 'id'> & {
  wire?: Readonly<Record<string, unknown>> | null;
};

/** The parts that know which bodies objects have. */
export interface ChangeSetReader extends Pick<World, 'modules'> {
  publicApi: Pick<ApiDocument<Traits>, 'definition' | 'operations'>;
}

export function readerOf({ modules, dependencies }: ApiCaller): ChangeSetReader {
  return { modules, publicApi: dependencies.documents.publicApi };
}

/**
 * Changes whose bodies are as the document says, spelled its way. Throws 400 that names each member by its place, as
 * `changes[2].wire.teamId`. Secrets may be left out everywhere.
 */
export async function readChangeSet(
  reader: ChangeSetReader,
  given: readonly Given[],
): Promise<ConfigurationChange[]> {
  const bodies = bodiesOf(reader);
  const members: Record<string, readonly Sentence[]> = {};
  const changes: ConfigurationChange[] = [];
  let since = performance.now();
  for (const [place, { wire = null, ...change }] of given.entries()) {
    const body = bodies(change);
    const isDeleted = change.action === 'delete';
    if (!body) members[`changes[${place}].entityType`] = [unknownType(change.entityType)];
    else if (!isDeleted && wire === null) members[`changes[${place}].wire`] = [say('mustBeGiven')];
    else if (!isDeleted)
      for (const [name, reasons] of Object.entries(body.faults(wire ?? {})))
        members[`changes[${place}].wire.${name}`] = reasons;
    changes.push({ ...change, wire: isDeleted ? null : (body?.spelled(wire ?? {}) ?? {}) });
    if (performance.now() - since < sliceMilliseconds) continue;
    await turnOfOthers();
    since = performance.now();
  }
  if (Object.keys(members).length > 0) throw refusedMembers(members);
  return changes;
}

function unknownType(what: string): Sentence {
  return say('entityTypeUnknown', { what });
}

interface BodyShape {
  spelled(wire: Readonly<Record<string, unknown>>): Record<string, unknown>;
  faults(wire: Readonly<Record<string, unknown>>): Record<string, readonly Sentence[]>;
}

/** Kinds of objects whose operations are called otherwise. */
const nouns: Readonly<Record<string, string>> = {
  InboundIntegrationMapping: 'Mapping',
  InboundIntegrationMaintenanceWindow: 'MaintenanceWindow',
};

/** The body that makes or replaces an object of each kind; undefined where no operation does. */
function bodiesOf(reader: ChangeSetReader): (change: Given) => BodyShape | undefined {
  const byId = new Map(reader.publicApi.operations.map((one) => [one.operationId, one]));
  const shapes = new Map<string, BodyShape | undefined>();
  return ({ action, entityType }) => {
    const key = `${action} ${entityType}`;
    if (shapes.has(key)) return shapes.get(key);
    const noun = nouns[entityType] ?? entityType;
    const creating = byId.get(`create${noun}`);
    const replacing = byId.get(`replace${noun}`);
    const operation = action === 'create' ? (creating ?? replacing) : (replacing ?? creating);
    const shape = operation && bodyShape(reader, entityType, operation);
    shapes.set(key, shape);
    return shape;
  };
}

function bodyShape(
  { publicApi: { definition }, modules }: ChangeSetReader,
  entityType: string,
  operation: ApiOperation,
): BodyShape {
  const validate = validatorOf({ definition }).forOperation(operation);
  const schema = operation.requestBody?.content['application/json']?.schema;
  const kind = kindsOf({ modules }).find((one) => one.entityType === entityType);
  const secrets = new Set(kind?.shape.secrets);
  const path = operation.path.replaceAll(/\{\w+\}/g, anyId);
  const spelled = (wire: Readonly<Record<string, unknown>>) => {
    const value = canonicaliseKeys(schema, wire);
    return isObject(value) ? value : {};
  };
  return {
    spelled,
    faults(wire) {
      try {
        validate({ path, headers: {}, query: {}, body: withIds(spelled(wire)) });
        return {};
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const fields = Object.entries(error.said.fields ?? {});
        return Object.fromEntries(
          fields.filter(([name]) => !secrets.has(name.replaceAll(/\[\d+\]/g, ''))),
        );
      }
    },
  };
}

const anyId = '00000000-0000-4000-8000-000000000000';

/** With an id in place of each name of an object that is not there yet. */
function withIds(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('new:') ? anyId : value;
  if (Array.isArray(value)) return value.map(withIds);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(one)]));
}
