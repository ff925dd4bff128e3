import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/kernel/index.ts';
import { fromWire, toWire, type WireShape } from '../../src/resources/wire-shape.ts';

const shape: WireShape = {
  members: { name: null, zone: 'UTC', tags: null, settings: null, teamId: null },
  answer: ['id', 'name', 'added'],
  immutable: ['teamId'],
  keptWhenAbsent: ['name'],
  defaults: [{ path: ['settings', 'items', 'paused'], value: false }],
  secrets: [],
  references: [],
};

describe('toWire', () => {
  it('keeps null, the empty list and a value apart, and gives what is left out its default or null', () => {
    expect(toWire(shape, { tags: [], unknown: 1 })).toEqual({
      name: null,
      zone: 'UTC',
      tags: [],
      settings: null,
      teamId: null,
    });
    expect(toWire(shape, { tags: null, zone: 'Europe/Berlin' }).tags).toBeNull();
  });

  it('fills in defaults inside of what is there, also in lists, and never makes what is not', () => {
    const { settings } = toWire(shape, { settings: { items: [{}, { paused: true }] } });
    expect(settings).toEqual({ items: [{ paused: false }, { paused: true }] });
    expect(toWire(shape, { settings: {} }).settings).toEqual({});
    expect(toWire(shape, { settings: null }).settings).toBeNull();
  });

  it('keeps, on replacement only, members that say so when they are left out; null clears them', () => {
    expect(toWire(shape, {}).name).toBeNull();
    expect(toWire(shape, {}, { name: 'A', tags: ['t'] })).toMatchObject({ name: 'A', tags: null });
    expect(toWire(shape, { name: null }, { name: 'A' }).name).toBeNull();
    expect(toWire(shape, {}, {}).name).toBeNull();
  });

  it('keeps immutable members when they are left out or the same in other letters', () => {
    const current = { teamId: 'ab' };
    expect(toWire(shape, {}, current).teamId).toBe('ab');
    expect(toWire(shape, { teamId: null }, current).teamId).toBe('ab');
    expect(toWire(shape, { teamId: 'AB' }, current).teamId).toBe('ab');
    expect(() => toWire(shape, { teamId: 'cd' }, current)).toThrow(AppError);
  });
});

it('fromWire answers every documented member, null where nothing is stored', () => {
  const answer = fromWire(shape, { name: 'A', internal: 1 }, { id: '1' });
  expect(answer).toEqual({
    id: '1',
    name: 'A',
    added: null,
    zone: null,
    tags: null,
    settings: null,
    teamId: null,
  });
});
