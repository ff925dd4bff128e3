import { expect, it } from 'vitest';
import { findField } from '../../../src/migration/model/fields.ts';
import { fields } from '../../../src/migration/products/opsgenie/fields.ts';
import { opsgenie } from '../../../src/migration/products/opsgenie/product.ts';
import { leavesOf } from '../field-laws.ts';
import { collect, type Saved, together } from './collect.ts';
import {
  heartbeats,
  integrations,
  maintenance,
  policies,
  routing,
  services,
} from './fixtures/alerts.ts';
import { escalations, forwarding, overrides, schedules } from './fixtures/duty.ts';
import { everybody } from './fixtures/people.ts';

const all: Saved = together(
  ...[everybody, schedules, overrides, forwarding, escalations, routing, policies, integrations],
  ...[heartbeats, maintenance, services],
);

/** Rows that no fixture has a value for. May only get shorter. */
const withoutFixture = 0;

it('every value of the fixtures has a place, and what is read has a row', () => {
  const { ledger } = collect(all);
  expect(ledger.lines().filter(({ level }) => level === 'unread')).toEqual([]);
  expect(ledger.unlisted()).toEqual([]);
  for (const { read, imported, residue, noise } of ledger.counts())
    expect(imported + residue + noise).toBe(read);
});

it('every kind that is saved has rows, and each row a fixture', () => {
  expect(opsgenie.kinds.map(({ name }) => name).filter((name) => !(name in fields))).toEqual([]);
  const missing = Object.entries(fields).flatMap(([kind, rows]) => {
    const used = new Set(pointersOf(kind).map((pointer) => findField(rows, pointer)));
    return rows.filter((row) => !used.has(row)).map(({ from }) => `${kind} ${from}`);
  });
  expect(missing.length, missing.join('\n')).toBeLessThanOrEqual(withoutFixture);
});

it('the same account in another order brings the same', () => {
  const turned: Saved = Object.fromEntries(
    Object.entries(all).map(([kind, answers]) => [kind, answers.toReversed()]),
  );
  const [one, other] = [collect(all), collect(turned)].map(({ added }) =>
    Object.fromEntries(added),
  );
  expect(other).toEqual(one);
});

function pointersOf(kind: string): string[] {
  return (all[kind] ?? []).flatMap(({ objects }) => objects.flatMap((object) => leavesOf(object)));
}
