import { describe, expect, it } from 'vitest';
import { canonicaliseKeys, type SchemaNode } from '../../src/http/canonical-keys.ts';

const schema: SchemaNode = {
  type: 'object',
  properties: {
    displayName: { type: 'string' },
    id: { type: 'string', readOnly: true },
    labels: { type: 'array', items: { type: 'string' } },
    filters: {
      type: 'array',
      items: { properties: { selectedDays: { type: 'array' }, from: { type: 'string' } } },
    },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    isGroupingKey: { type: 'boolean', 'x-aliases': ['grouped'] },
  },
  allOf: [{ properties: { TeamId: { type: 'string' } } }, { properties: { inherited: {} } }],
};

const read = (body: unknown) => canonicaliseKeys(schema, body);

describe('keys of a body (public-api.md 0.3)', () => {
  it.each(['displayName', 'DisplayName', 'DISPLAYNAME', 'displayname'])(
    '%s is displayName',
    (key) => {
      expect(read({ [key]: 'A' })).toEqual({ displayName: 'A' });
    },
  );

  it('of two spellings the exact one wins, in either order', () => {
    expect(read({ displayName: 'exact', DisplayName: 'other' })).toEqual({ displayName: 'exact' });
    expect(read({ DisplayName: 'other', displayName: 'exact' })).toEqual({ displayName: 'exact' });
  });

  it('unknown and read-only members are left out', () => {
    expect(read({ displayName: 'A', nonsense: 1, id: 'mine', ID: 'mine' })).toEqual({
      displayName: 'A',
    });
  });

  it('null, [], "" and absent stay four things (0.4)', () => {
    expect(read({ labels: null })).toEqual({ labels: null });
    expect(read({ labels: [] })).toEqual({ labels: [] });
    expect(read({ displayName: '' })).toEqual({ displayName: '' });
    expect(read({})).toEqual({});
  });

  it('reaches into lists of objects and through allOf', () => {
    expect(
      read({ FILTERS: [{ SELECTEDDAYS: ['Mon'], other: 1 }, null], teamid: 't', Inherited: 1 }),
    ).toEqual({ filters: [{ selectedDays: ['Mon'] }, null], TeamId: 't', inherited: 1 });
  });

  it('keys of a map are data', () => {
    expect(read({ Headers: { 'X-Custom': '1', displayName: '2' } })).toEqual({
      headers: { 'X-Custom': '1', displayName: '2' },
    });
  });

  it('knows aliases', () => {
    expect(read({ Grouped: true })).toEqual({ isGroupingKey: true });
  });

  it.each([
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"toString":1,"hasOwnProperty":1}',
  ])('%s pollutes nothing', (text) => {
    const result = read(JSON.parse(text)) as object;
    expect(Object.keys(result)).toEqual([]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each([['text'], [5], [null], [undefined], [true]])('%j comes back as it is', (value) => {
    expect(read(value)).toBe(value);
  });

  it('leaves its input alone', () => {
    const given = { DISPLAYNAME: 'A', filters: [{ FROM: '1' }] };
    const copy = structuredClone(given);
    read(given);
    expect(given).toEqual(copy);
  });
});
