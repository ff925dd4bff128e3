import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factsOf, type StoredFact } from '../../src/incident-days/model.ts';
import { packFacts } from '../../src/incident-days/pack.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ clock: '2026-11-02T10:00:00.000Z' });
});
afterAll(() => t?.stop());

const days = 360;

/** A year in which something happened every day: a report of it has many steps. */
async function fillYear(organizationId: string): Promise<void> {
  const { world } = t.app;
  const facts = Array.from({ length: days }, (_, n): StoredFact => {
    const createdAt = new Date(t.clock.now().getTime() - (n + 1) * 86_400_000);
    const day = createdAt.toISOString().slice(0, 10);
    return {
      _id: randomUUID(),
      organizationId,
      version: 1,
      integrationId: null,
      integrationName: null,
      title: 'Disk is full',
      severity: 'Minor',
      status: 'Open',
      createdAt,
      updatedAt: createdAt,
      held: [],
      acknowledgedAt: [],
      spans: [],
      escalatedAt: [],
      acts: [],
      block: `${organizationId} ${day} 000000`,
      unpacked: randomUUID(),
    };
  });
  await factsOf(world).insertMany(facts);
  await packFacts(world, organizationId);
}

it('long reports of one organization let the report of another come in between', async () => {
  const [first, second] = [await makeOrganization(t), await makeOrganization(t)];
  await fillYear(first.id);
  await fillYear(second.id);
  const order: string[] = [];
  const path = '/incident-report?From=2025-11-03&Until=2026-11-02';
  const ask = async (api: ApiClient, who: string) => {
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    const { figures } = body as unknown as { figures: { total: { value: number } } };
    expect(figures.total.value).toBe(days);
    order.push(who);
  };
  const many = Array.from({ length: 30 }, () => ask(first.api, 'first'));
  // All of them are under way once the first one is answered.
  await Promise.race(many);
  await ask(second.api, 'second');
  await Promise.all(many);
  // Thirty of the first had as many turns as it alone.
  expect(order.indexOf('second')).toBeLessThan(order.length - 5);
}, 120_000);
