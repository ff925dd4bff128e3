import { expect, test } from 'vitest';
import { readersOf, sees } from '../../src/incidents/readers.ts';
import { toStored, updateBetween } from '../../src/incidents/writes.ts';
import type { Ctx } from '../../src/kernel/index.ts';
import { opened } from './sample.ts';

const now = new Date('2026-03-02T10:00:00Z');
const before = toStored({ ...opened(), teamIds: ['a'] }, now);

test('a write adds readers one by one, so that it takes away nobody who was told meanwhile', () => {
  const after = toStored({ ...before, teamIds: ['b'], userIds: ['Ada'] }, now);
  expect(after.readers).toEqual(['a', 'b', 'ada']);
  const update = updateBetween(before, after);
  expect(update.$addToSet).toEqual({ readers: { $each: ['b', 'ada'] } });
  expect(update.$set).not.toHaveProperty('readers');
  expect(updateBetween(before, toStored(before, now))).not.toHaveProperty('$addToSet');
  const left = toStored({ ...after, teamIds: ['b'], readers: ['b', 'ada'] }, now);
  expect(updateBetween(after, left).$pullAll).toEqual({ readers: ['a'] });
});

test('whoever is told reads it, as a person and in no other way', () => {
  const incident = { readers: readersOf({ ...before, alerting: { told: ['Ada'] } }) };
  const ada = { kind: 'user', id: 'Ada', displayName: 'Ada', email: 'ada@a.example' } as const;
  const ctx = (teams: Ctx['teams'], actor: Ctx['actor'] = ada) => ({ actor, teams }) as Ctx;
  const none = { see: [], edit: [] };
  expect(sees(ctx({ ...none, seesOwnIncidents: true }), incident)).toBe(true);
  expect(sees(ctx(none), incident)).toBe(false);
  expect(sees(ctx({ ...none, seesOwnIncidents: true }, { kind: 'system' }), incident)).toBe(false);
  expect(sees(ctx({ ...none, see: ['a'] }), incident)).toBe(true);
  expect(sees(ctx({ ...none, see: 'all' }), {})).toBe(true);
});
