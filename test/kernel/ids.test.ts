import { describe, expect, it } from 'vitest';
import { isUuid, orderedId, randomId } from '../../src/kernel/index.ts';

const uuid = (version: number) =>
  new RegExp(`^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`);

describe('ordered ids (RFC 9562 version 7)', () => {
  it('are of version 7 and carry their millisecond', () => {
    const at = Date.parse('2100-01-01T00:00:00.123Z');
    const id = orderedId(at);
    expect(id).toMatch(uuid(7));
    expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(at);
  });

  it('grow strictly, within one millisecond, across its 4,096, and when the clock goes back', () => {
    const at = Date.parse('2100-01-02T00:00:00Z');
    const ids: string[] = [];
    for (let n = 0; n < 10_000; n += 1) ids.push(orderedId(at));
    for (let n = 0; n < 100; n += 1) ids.push(orderedId(at - 60_000));
    ids.push(orderedId(at + 60_000));
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(uuid(7));
  });

  it('of two processes differ in 62 random bits', () => {
    const tails = Array.from({ length: 5_000 }, () => orderedId().slice(19));
    expect(new Set(tails).size).toBe(5_000);
  });
});

describe('random ids', () => {
  it('are of version 4 and never the same', () => {
    const ids = Array.from({ length: 1_000 }, randomId);
    for (const id of ids) expect(id).toMatch(uuid(4));
    expect(new Set(ids).size).toBe(1_000);
  });
});

it.each([
  ['00000000-0000-0000-0000-000000000000', true],
  ['ABCDEF01-2345-6789-ABCD-EF0123456789', true],
  ['abcdef01-2345-6789-abcd-ef012345678', false],
  ['abcdef01-2345-6789-abcd-ef01234567890', false],
  ['abcdef0123456789abcdef0123456789', false],
  [' abcdef01-2345-6789-abcd-ef0123456789', false],
  ['abcdef01-2345-6789-abcd-ef0123456789\n', false],
  ['', false],
])('isUuid(%j) is %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});
