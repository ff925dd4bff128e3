import { CORE_SCHEMA, load } from 'js-yaml';
import { isObject } from '../kernel/index.ts';

/** Calls to rehearse, as `tocsin call rehearse` reads them: the words of the API, and what should come of each call. */
export interface RehearsalFile {
  /** Display name or id of the integration; null: the command line says it. */
  number: string | null;
  /** Settings that are not saved yet. */
  callFlowConfig: object | null;
  calls: readonly RehearsedCall[];
}

export interface RehearsedCall {
  name: string;
  /** Members of the request that are sent as they are. */
  script: Readonly<Record<string, unknown>>;
  /** By e-mail address or id of the user. */
  people: ReadonlyMap<string, object>;
  expect: Expectations;
}

/** A member that is absent is not compared. */
export interface Expectations {
  outcome?: string;
  /** Who is dialled, in order, by e-mail address, id or display name. */
  dialed?: readonly string[];
  /** Parts of what the caller hears. */
  heard?: readonly string[];
  /** Null: none. */
  incident?: Readonly<Record<string, string>> | null;
}

const scriptMembers = [
  'callerNumber',
  'at',
  'keys',
  'hangsUpAfterSeconds',
  'speaksSeconds',
  'others',
] as const;
const incidentMembers = ['title', 'status', 'severity', 'team'] as const;

/** Reads YAML or JSON. Throws, saying where, for what it does not understand: a misspelt expectation must not pass. */
export function parseRehearsalFile(text: string): RehearsalFile {
  // Times stay texts.
  const file = membersOf(load(text, { schema: CORE_SCHEMA }), 'The file', [
    'number',
    'callFlowConfig',
    'calls',
  ]);
  const calls = listOf(file.calls, 'calls');
  if (calls.length === 0) throw new Error('calls: name at least one call.');
  return {
    number: file.number === undefined ? null : textOf(file.number, 'number'),
    callFlowConfig:
      file.callFlowConfig === undefined ? null : objectOf(file.callFlowConfig, 'callFlowConfig'),
    calls: calls.map((call, index) => callOf(call, `calls[${index}]`)),
  };
}

function callOf(given: unknown, where: string): RehearsedCall {
  const { name, people, expect, others, ...rest } = membersOf(given, where, [
    'name',
    'people',
    'expect',
    ...scriptMembers,
  ]);
  if (typeof rest.callerNumber === 'number')
    throw new Error(`${where}.callerNumber: put the number in quotes.`);
  const keys = rest.keys === undefined ? {} : { keys: keysOf(rest.keys, `${where}.keys`) };
  return {
    name: name === undefined ? where : textOf(name, `${where}.name`),
    script: {
      ...rest,
      ...keys,
      ...(others === undefined ? {} : { others: behaviourOf(others, `${where}.others`) }),
    },
    people: new Map(
      Object.entries(people === undefined ? {} : objectOf(people, `${where}.people`)).map(
        ([person, behaviour]) => [person, behaviourOf(behaviour, `${where}.people.${person}`)],
      ),
    ),
    expect: expect === undefined ? {} : expectationsOf(expect, `${where}.expect`),
  };
}

/** `NoAnswer` is short for `{ answers: NoAnswer }`. */
function behaviourOf(given: unknown, where: string): object {
  if (typeof given === 'string') return { answers: given };
  const behaviour = membersOf(given, where, ['answers', 'afterSeconds', 'keys', 'talksSeconds']);
  return behaviour.keys === undefined
    ? behaviour
    : { ...behaviour, keys: keysOf(behaviour.keys, `${where}.keys`) };
}

/** Digits are numbers in YAML. */
function keysOf(given: unknown, where: string): unknown[] {
  return listOf(given, where).map((key) => (typeof key === 'number' ? String(key) : key));
}

function expectationsOf(given: unknown, where: string): Expectations {
  const { outcome, dialed, heard, incident } = membersOf(given, where, [
    'outcome',
    'dialed',
    'heard',
    'incident',
  ]);
  return {
    ...(outcome === undefined ? {} : { outcome: textOf(outcome, `${where}.outcome`) }),
    ...(dialed === undefined ? {} : { dialed: textsOf(dialed, `${where}.dialed`) }),
    ...(heard === undefined ? {} : { heard: textsOf(heard, `${where}.heard`) }),
    ...(incident === undefined ? {} : { incident: incidentOf(incident, `${where}.incident`) }),
  };
}

function incidentOf(given: unknown, where: string): Readonly<Record<string, string>> | null {
  if (given === null) return null;
  const members = Object.entries(membersOf(given, where, incidentMembers));
  return Object.fromEntries(
    members.map(([name, value]) => [name, textOf(value, `${where}.${name}`)]),
  );
}

function membersOf(
  given: unknown,
  where: string,
  known: readonly string[],
): Record<string, unknown> {
  const members = objectOf(given, where);
  const unknown = Object.keys(members).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`${where} has ${unknown}; it may have ${known.join(', ')}.`);
  return members;
}

function objectOf(given: unknown, where: string): Record<string, unknown> {
  if (!isObject(given)) throw new Error(`${where} must have members.`);
  return given;
}

function listOf(given: unknown, where: string): unknown[] {
  if (!Array.isArray(given)) throw new Error(`${where} must be a list.`);
  return given;
}

function textsOf(given: unknown, where: string): string[] {
  return listOf(given, where).map((item, index) => textOf(item, `${where}[${index}]`));
}

function textOf(given: unknown, where: string): string {
  if (typeof given !== 'string') throw new Error(`${where} must be a text.`);
  return given;
}
