import { rawDocuments } from '../bson-walk.ts';
import type { BsonWriter } from '../bson-writer.ts';
import type { Collection } from '../catalog.ts';
import type { Engine } from '../engine.ts';
import { CommandError, unsupported } from '../semantics/errors.ts';
import { asNumber, Doc, decodeValue, eachRaw, isNumeric, type Value } from '../semantics/values.ts';
import { ready, type Sliced } from '../slice.ts';
import type { Request } from '../wire.ts';

/** One command as a client sent it: its documents for storage stay raw, everything else is decoded. */
export interface Command {
  readonly name: string;
  readonly db: string;
  readonly args: Doc;
  readonly sequences: Map<string, Uint8Array[]> | undefined;
  readonly connectionId: number;
  readonly now: Date;
  /** In `performance.now()` terms; from `maxTimeMS`. */
  readonly deadline: number | undefined;
}

/**
 * `accepted`: honoured, or without meaning here. `refused`: an error unless false, null or absent.
 * Any field that is not listed is an unknown field (40415).
 */
export type FieldRule = 'accepted' | 'refused';

export interface Handler {
  /** `write` runs inside a commit group, `read` between groups; `local` looks at no stored data. */
  readonly kind: 'read' | 'write' | 'local';
  readonly fields: Readonly<Record<string, FieldRule>>;
  /** Writes the fields of the answer; `ok` is added by the caller. */
  run(engine: Engine, command: Command, reply: BsonWriter): Sliced<void>;
}

/** A handler whose work is short enough to need no slices. */
export function instant(
  handler: Omit<Handler, 'run'> & {
    run(engine: Engine, command: Command, reply: BsonWriter): void;
  },
): Handler {
  return {
    kind: handler.kind,
    fields: handler.fields,
    run: (engine, command, reply) => ready(handler.run(engine, command, reply)),
  };
}

/** Fields any command may carry. Sessions are accepted and mean nothing on a standalone without transactions. */
const genericFields: Readonly<Record<string, FieldRule>> = {
  $db: 'accepted',
  lsid: 'accepted',
  $clusterTime: 'accepted',
  $readPreference: 'accepted',
  comment: 'accepted',
  maxTimeMS: 'accepted',
  readConcern: 'accepted',
  writeConcern: 'accepted',
  apiVersion: 'accepted',
  apiStrict: 'refused',
  apiDeprecationErrors: 'refused',
  txnNumber: 'accepted',
  startTransaction: 'accepted',
  autocommit: 'accepted',
};

/** Not worth decoding: every command carries some of them. */
const meaningless = new Set(['lsid', '$clusterTime', '$readPreference', 'comment']);

/** Arrays of documents that travel inline or as a document sequence. */
const bulkFields = new Set(['documents', 'updates', 'deletes', 'ops', 'nsInfo']);

export function parseCommand(request: Request, connectionId: number, now: Date): Command {
  const { body } = request;
  const args = new Doc();
  let sequences = request.sequences;
  eachRaw(body, (key, type, start) => {
    if (type === 0x04 && bulkFields.has(key)) {
      sequences ??= new Map();
      if (sequences.has(key))
        throw new CommandError(40413, `BSON field '${key}' is a duplicate field`);
      sequences.set(key, rawDocuments(body, start, key));
    } else {
      args.keys.push(key);
      args.values.push(meaningless.has(key) ? null : decodeValue(body, type, start));
    }
    return true;
  });
  const db = args.get('$db');
  if (!request.legacy && (typeof db !== 'string' || db === '')) {
    throw new CommandError(40571, 'OP_MSG requests require a $db argument');
  }
  const limit = asNumber(args.get('maxTimeMS'));
  return {
    name: args.firstKey ?? '',
    db: typeof db === 'string' ? db : 'admin',
    args,
    sequences,
    connectionId,
    now,
    deadline: limit === undefined || limit === 0 ? undefined : performance.now() + limit,
  };
}

/** Work that runs in parallel with the engine, over its own connection, and may take long. */
export interface BackgroundHandler {
  readonly kind: 'background';
  readonly fields: Handler['fields'];
  /** Resolves with the members of the reply other than `ok`. */
  run(engine: Engine, command: Command): Promise<Doc>;
}

export function checkFields(command: Command, fields: Handler['fields']): void {
  const { args, name } = command;
  for (let i = 1; i < args.keys.length; i++) {
    const key = args.keys[i] as string;
    checkField(name, key, args.values[i], fields[key] ?? genericFields[key]);
  }
  if (command.sequences !== undefined) {
    for (const key of command.sequences.keys()) checkField(name, key, undefined, fields[key]);
  }
  if (args.has('txnNumber') || args.has('startTransaction') || args.has('autocommit')) {
    throw unsupported('transactions and retryable writes', 'IllegalOperation');
  }
  // Version 1 is how commands behave anyway; only `apiStrict` and `apiDeprecationErrors` would change something.
  const version = args.get('apiVersion');
  if (version !== undefined && version !== '1')
    throw new CommandError(322, 'API version must be "1"');
  checkConcerns(args);
}

/** For the parts of a command: an update statement, an index specification. */
export function checkStatement(label: string, statement: Doc, fields: Handler['fields']): void {
  for (let i = 0; i < statement.keys.length; i++) {
    const key = statement.keys[i] as string;
    checkField(label, key, statement.values[i], fields[key]);
  }
}

function checkField(
  label: string,
  key: string,
  value: Value | undefined,
  rule: FieldRule | undefined,
): void {
  if (rule === undefined) {
    throw new CommandError('UnknownField', `BSON field '${label}.${key}' is an unknown field.`);
  }
  if (rule === 'refused' && value !== false && value !== null && value !== undefined) {
    throw unsupported(`option '${key}' of '${label}'`, 'InvalidOptions');
  }
}

function checkConcerns(args: Doc): void {
  const read = args.get('readConcern');
  if (read instanceof Doc) {
    const level = read.get('level');
    if (level === 'snapshot' || level === 'linearizable') {
      throw unsupported(`read concern '${level}'`, 'InvalidOptions');
    }
  }
  const write = args.get('writeConcern');
  if (write instanceof Doc) {
    const w = write.get('w');
    const servers = asNumber(w);
    if ((servers !== undefined && servers > 1) || (typeof w === 'string' && w !== 'majority')) {
      throw unsupported('a write concern of more than one server', 'BadValue');
    }
  }
}

/** Strings compare by their bytes here; any other wish is refused. */
export function checkCollation(args: Doc): void {
  const collation = args.get('collation');
  if (collation === undefined) return;
  if (collation instanceof Doc && (collation.size === 0 || collation.get('locale') === 'simple'))
    return;
  throw unsupported('a collation other than { locale: "simple" }', 'BadValue');
}

export function collectionName(command: Command): string {
  const name = command.args.values[0];
  if (typeof name !== 'string') {
    throw new CommandError('InvalidNamespace', `collection name has invalid type ${typeof name}`);
  }
  if (name === '') {
    throw new CommandError('InvalidNamespace', `Invalid namespace specified '${command.db}.'`);
  }
  return name;
}

export function findCollection(engine: Engine, command: Command): Collection | undefined {
  return engine.catalog.find(command.db, collectionName(command));
}

export function docArg(args: Doc, key: string): Doc | undefined {
  const value = args.get(key);
  if (value === undefined || value === null) return undefined;
  if (value instanceof Doc) return value;
  throw new CommandError(
    'TypeMismatch',
    `BSON field '${key}' is the wrong type, expected type 'object'`,
  );
}

export function docsArg(args: Doc, key: string): Doc[] | undefined {
  const value = args.get(key);
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.every((item) => item instanceof Doc)) return value as Doc[];
  throw new CommandError(
    'TypeMismatch',
    `BSON field '${key}' is the wrong type, expected an array of objects`,
  );
}

/** A whole number of at least `least`; `undefined` when absent. */
export function integerArg(args: Doc, key: string, least: number): number | undefined {
  const value = args.get(key);
  if (value === undefined || value === null) return undefined;
  const number = asNumber(value);
  if (!isNumeric(value) || number === undefined || !Number.isInteger(number)) {
    throw new CommandError('FailedToParse', `BSON field '${key}' must be a whole number`);
  }
  if (number < least) {
    throw new CommandError(
      'BadValue',
      `BSON field '${key}' value must be >= ${least}, actual value '${number}'`,
    );
  }
  return number;
}

export function boolArg(args: Doc, key: string): boolean | undefined {
  const value = args.get(key);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  const number = asNumber(value);
  if (number !== undefined) return number !== 0;
  throw new CommandError(
    'TypeMismatch',
    `BSON field '${key}' is the wrong type, expected type 'bool'`,
  );
}

export function stringArg(args: Doc, key: string): string | undefined {
  const value = args.get(key);
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value;
  throw new CommandError(
    'TypeMismatch',
    `BSON field '${key}' is the wrong type, expected type 'string'`,
  );
}
