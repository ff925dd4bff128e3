import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';

type Body = Record<string, unknown>;

/** A resource as a foreign provider sees it: what it sends, and what it then expects to read. */
export interface EchoSpec {
  /** Where objects are created and, with `/id` behind it, found. */
  path: string;
  /** The least that creates one. */
  minimal: Body;
  /** Values to try for each optional member, beside leaving it out. */
  optional: Record<string, readonly unknown[]>;
  /** Those of them that some value of another member forbids: their values have bodies of their own. */
  apart?: readonly string[];
  /** Everything set, for a replacement. */
  replacement: Body;
  /** What a member that is left out reads as; null unless said. */
  defaults?: Body;
  /** Members that a replacement keeps when it leaves them out; null clears them. */
  kept?: readonly string[];
  /** What is read where it is not what was sent. */
  stored?: (member: string, sent: unknown) => unknown;
  /** What of the answer is compared, where the server adds to what was sent, such as ids. */
  shown?: (member: string, answered: unknown) => unknown;
}

/**
 * Creates, reads, replaces, reads and deletes an object, and expects each answer to hold the very values
 * that were sent, and each read to be the answer of the write byte for byte.
 */
export async function expectEcho(api: ApiClient, spec: EchoSpec, body: Body): Promise<void> {
  const created = await api.post(spec.path, body);
  expect(created.status, created.text).toBe(200);
  expectMembers(spec, created.body, body);
  const location = `${spec.path}/${String(created.body.id)}`;
  expect((await api.get(location)).text).toBe(created.text);

  const replaced = await api.put(location, spec.replacement);
  expect(replaced.status, replaced.text).toBe(200);
  expectMembers(spec, replaced.body, spec.replacement);
  expect((await api.get(location)).text).toBe(replaced.text);

  // The full body again, as on every later apply, and then the first one: a change back leaves nothing behind.
  expect((await api.put(location, spec.replacement)).text).toBe(replaced.text);
  const back = await api.put(location, body);
  expect(back.status, back.text).toBe(200);
  const kept = (spec.kept ?? []).filter((member) => !Object.hasOwn(body, member));
  const keptMembers = Object.fromEntries(kept.map((member) => [member, spec.replacement[member]]));
  expectMembers(spec, back.body, { ...keptMembers, ...body });

  expect((await api.delete(location)).status).toBe(200);
  expect((await api.get(location)).status).toBe(404);
  expect((await api.delete(location)).status).toBe(404);
}

function expectMembers(spec: EchoSpec, answer: Body, sent: Body): void {
  const members = new Set([
    ...Object.keys(spec.minimal),
    ...Object.keys(spec.optional),
    ...Object.keys(sent),
  ]);
  for (const member of members) {
    const given = Object.hasOwn(sent, member) ? sent[member] : (spec.defaults?.[member] ?? null);
    const expected = spec.stored ? spec.stored(member, given) : given;
    const answered = spec.shown ? spec.shown(member, answer[member]) : answer[member];
    expect(JSON.stringify(answered), member).toBe(JSON.stringify(expected));
  }
}

/**
 * Bodies in which each optional member is left out, and has each of its values: the first values of all members in one
 * body, the second ones in the next.
 */
export function variations(spec: EchoSpec): Body[] {
  const { minimal, optional, apart = [] } = spec;
  const together = Object.entries(optional).filter(([member]) => !apart.includes(member));
  const rounds = Math.max(0, ...together.map(([, values]) => values.length));
  const bodies = Array.from({ length: rounds }, (_, round) => {
    const given = together.filter(([, values]) => round < values.length);
    return Object.fromEntries(given.map(([member, values]) => [member, values[round]]));
  });
  const alone = apart.flatMap((member) =>
    (optional[member] ?? []).map((value) => ({ [member]: value })),
  );
  return [
    minimal,
    ...[...bodies, ...alone].map((given) => ({ ...minimal, ...given })),
    spec.replacement,
  ];
}

/**
 * One body per value: members cannot hide one another. The code that writes is that of all kinds, so that one kind is
 * enough.
 */
export function memberByMember(spec: EchoSpec): Body[] {
  return variations({ ...spec, apart: Object.keys(spec.optional) });
}

/** The same body in letter cases that no document has: `DISPLAYNAME`, `Displayname`, at every depth. */
export function oddlySpelled(value: unknown, turn = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => oddlySpelled(item, turn + 1));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member], index) => [
      (index + turn) % 2 === 0
        ? key.toUpperCase()
        : key.charAt(0).toUpperCase() + key.slice(1).toLowerCase(),
      oddlySpelled(member, turn + 1),
    ]),
  );
}
