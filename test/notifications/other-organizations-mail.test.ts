import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';
import { staffTeam } from '../support/staffed-team.ts';

let smtp: FakeSmtpServer;
let server: TestApp;

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({ env: { TOCSIN_SMTP_URL: smtp.url } });
});
afterAll(async () => {
  smtp.endSilence();
  await server.stop();
  await smtp.stop();
});

/** A team in which all of these people are on call; gives what opens an incident. */
async function teamOf(api: ApiClient, people: string[], domain: string) {
  const users = Object.fromEntries(
    people.map((name) => [name, { email: `${name.toLowerCase()}@${domain}` }]),
  );
  const { id: teamId } = await staffTeam(
    api,
    'Team',
    people.map((name) => ({ people: [name], settings: { autoEscalationAfterMinutes: 0 } })),
    { users },
  );
  return (title: string) =>
    api.make('/incident', { title, status: 'Open', severity: 'Critical', teamIds: [teamId] });
}

/** Looks again and again, as the timers do, until it is so. */
function until(check: () => unknown): Promise<unknown> {
  return vi.waitFor(
    async () => {
      for (const task of ['alerting', 'send-Email']) server.app.jobs.poke(task);
      await check();
    },
    { timeout: 120_000, interval: 50 },
  );
}

it('mails another organization of a Critical while the mailboxes of the first hang, and the first when they answer', async () => {
  smtp.silent = /@hangs\.example\.com$/;
  const [crowd, quiet] = [await makeOrganization(server), await makeOrganization(server)];
  const names = Array.from({ length: 12 }, (_, n) => `Ann${n}`);
  const openings = [];
  for (const name of names) openings.push(await teamOf(crowd.api, [name], 'hangs.example.com'));
  const openQuiet = await teamOf(quiet.api, ['Bob'], 'works.example.com');
  for (const [n, open] of openings.entries()) await open(`Crowd ${n}`);
  const toCrowd = { organizationId: crowd.id, lane: 'Email' as const };
  await until(async () => {
    expect(await deliveriesOf(server.app.world).countDocuments(toCrowd)).toBe(names.length);
    expect(smtp.waiting).toBeGreaterThanOrEqual(3);
  });
  await openQuiet('Till burns');
  await until(() => expect(smtp.mails.map(({ to_ }) => to_)).toEqual([['bob@works.example.com']]));
  // None of the others had to end for that.
  const ended = { ...toCrowd, attempts: { $ne: [] } };
  expect(await deliveriesOf(server.app.world).countDocuments(ended)).toBe(0);
  smtp.endSilence();
  await until(() => expect(smtp.mails).toHaveLength(names.length + 1));
}, 120_000);
