import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidentModel } from '../../src/incidents/index.ts';
import { type DeliveryDocument, deliveryModel } from '../../src/notifications/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { staffTeam } from '../support/staffed-team.ts';

const teamsCount = 6;
/** As many as one person gets as messages of their own within a minute. */
const incidentsPerTeam = 3;
const incidentsCount = teamsCount * incidentsPerTeam;
const kills = 2;

/**
 * Three tiers that follow each other at once, two workers of which one is killed again and again in the middle of its
 * work, and a third process that keeps the database: no escalation is lost, none happens twice, and nobody is told more
 * often than somebody died.
 */
describe('alerting while its processes are killed', () => {
  let dataDir: string;
  let smtp: FakeSmtpServer;
  let keeper: ServerProcess;
  let app: TestApp;
  let worker: ServerProcess | undefined;
  let env: Record<string, string>;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
    smtp = await startSmtpServer();
    env = { TOCSIN_SMTP_URL: smtp.url, TOCSIN_LOG_LEVEL: 'info' };
    keeper = await startServerProcess(dataDir, { env });
    app = await startTestApp({
      besides: { dataDir, key: keeper.key } as TestApp,
      env: { TOCSIN_SMTP_URL: smtp.url },
    });
  });
  afterAll(async () => {
    await worker?.kill();
    await app?.app.stop();
    await keeper?.kill();
    await smtp?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('every tier is alerted once and every message is sent', async () => {
    const atOnce = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 0 };
    const teams = await Promise.all(
      Array.from({ length: teamsCount }, (_, n) =>
        staffTeam(app.api, `Team ${n}`, [
          { people: [`Ada${n}`], settings: atOnce },
          { people: [`Bob${n}`], settings: atOnce },
          { people: [`Cleo${n}`] },
        ]),
      ),
    );
    const opening = (async () => {
      for (let n = 0; n < incidentsCount; n += 1) {
        await app.api.make('/incident', {
          teamIds: [teams[n % teamsCount]?.id],
          severity: 'Warning',
          status: 'Open',
          title: `Problem ${n}`,
        });
        await sleep(40);
      }
    })();
    for (let n = 0; n < kills; n += 1) {
      worker = await startServerProcess(dataDir, { key: keeper.key, env });
      await sleep(400);
      await worker.kill();
    }
    await opening;
    await settled();

    const teamIds = { $in: teams.map(({ id }) => id) };
    const incidents = await incidentModel(app.app.world.store).find({ teamIds }).lean();
    expect(incidents).toHaveLength(incidentsCount);
    for (const incident of incidents) {
      const n = teams.findIndex(({ id }) => incident.teamIds.includes(id));
      const escalated = incident.events.filter(({ intent }) => intent === 'Escalated');
      expect(escalated.map(({ message }) => message && inEnglish(message))).toEqual([
        `Tier 2 of Team ${n}: Bob${n}`,
        `Tier 3 of Team ${n}: Cleo${n}`,
      ]);
    }
    const messages = await deliveriesOf();
    const alerts = messages.filter(({ isAlert, lane }) => isAlert && lane === 'Email');
    expect(alerts).toHaveLength(incidentsCount * 3);
    expect(alerts.map(({ state }) => state)).not.toContain('dropped');
    // A second copy has the same Message-ID.
    const mails = smtp.mails.map(({ messageId }) => messageId ?? '');
    for (const { _id } of alerts)
      expect(
        mails.some((id) => id.includes(_id)),
        `the mail of ${_id}`,
      ).toBe(true);
    expect(mails.length - new Set(mails).size).toBeLessThanOrEqual(kills);
  });

  const deliveriesOf = (): Promise<DeliveryDocument[]> =>
    deliveryModel(app.app.world.store).find({}).lean<DeliveryDocument[]>();

  /** Leases of those who died run out; bundles wait for their minute. */
  async function settled(): Promise<void> {
    for (;;) {
      const waiting = await deliveryModel(app.app.world.store).countDocuments({ state: 'queued' });
      const due = await incidentModel(app.app.world.store).collection.countDocuments({
        'alerting.nextAt': { $lte: new Date(Date.now() + 3_600_000) },
      });
      if (waiting === 0 && due === 0) return;
      await sleep(500);
    }
  }
});
