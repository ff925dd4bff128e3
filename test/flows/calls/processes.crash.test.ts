import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { accepts, type Faults, noFaults } from '../../support/carrier/index.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { caller, environmentFor, Hotline, type OnCallTeam, startAccountApi } from './hotline.ts';

const message = { seconds: 9, ends: '#' } as const;

/** One process keeps the store, others come and go; the app reads what they wrote. */
describe('calls through several processes', () => {
  let dataDir: string;
  let hotline: Hotline;
  let keeper: ServerProcess;
  let worker: ServerProcess;
  let env: Record<string, string>;
  let team: OnCallTeam;
  /** Where webhooks go; to both in turn while it is null. */
  let target: ServerProcess | null = null;
  let isDead = false;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
    const carrierApi = await startAccountApi();
    env = environmentFor(carrierApi);
    keeper = await startServerProcess(dataDir, { env });
    await startWorker();
    const app = await startTestApp({
      env,
      clock: new Date().toISOString(),
      besides: { dataDir, key: keeper.key } as TestApp,
    });
    hotline = new Hotline(app, carrierApi, {
      instances: () => (target ? [target] : [keeper, worker]).map(({ url }) => url),
      kill: async () => {
        await worker.kill();
        isDead = true;
      },
    });
    team = await hotline.team(['Ada'], ['Bob']);
    for (const { phone } of Object.values(team.people)) hotline.carrier.phone(phone, accepts);
  });
  afterAll(async () => {
    await hotline?.stop();
    await worker?.kill();
    await keeper?.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function startWorker(): Promise<void> {
    worker = await startServerProcess(dataDir, { env, key: keeper.key });
    isDead = false;
  }

  it('webhooks that alternate between two processes, and come to both at once, make one story', async () => {
    const number = await hotline.number(team.id);
    const twice: Faults = ({ nth }) => (nth === 1 ? { fault: 'twice-at-once' } : null);
    const seen = await hotline.call(number, {}, twice);
    expect(seen.session.outcome).toBe('Accepted');
    expect(seen.log).toEqual([
      'CallReceived received',
      'DialChainResolved internal',
      'DialTarget sent',
      'ConfirmTarget sent',
      'ConfirmTargetResult received',
      'DialTargetResult received',
      'Hangup sent',
      'Hangup received',
    ]);
    for (const again of seen.call.sent.deliveries.filter(({ isRepeat }) => isRepeat)) {
      const first = seen.call.sent.deliveries.find(({ token }) => token === again.token);
      expect(again.answer, again.kind).toEqual(first?.answer);
    }
    expect(await hotline.engagements()).toEqual([]);
  });

  it('62. a deployment during a call: the new process goes on with it', async () => {
    const number = await hotline.number(team.id);
    const call = hotline.carrier.dialIn(caller, number.number);
    target = worker;
    await hotline.time.run(3);
    expect(await worker.stop()).toBe(0);
    await startWorker();
    target = worker;
    await hotline.time.run();
    target = null;
    await hotline.settle();
    const seen = await hotline.see(call, number);
    expect(seen.session.outcome).toBe('Accepted');
    expect(call.errors).toEqual([]);
    expect(seen.incident?.status).toBe('Resolved');
  });

  it.each(['confirm', 'dial-result', 'recorded'])(
    'killed between the receipt of %s and its answer: the call ends, and nothing is left behind',
    async (kind) => {
      if (isDead) await startWorker();
      const isVoicemail = kind === 'recorded';
      const number = await hotline.number(team.id, {
        route: { directVoicemail: isVoicemail, autoResolveOnAnswer: false },
      });
      hotline.carrier.faults = (webhook) => {
        const isIt = webhook.kind === kind && webhook.nth === 1 && !isDead;
        target = isIt ? worker : keeper;
        return isIt ? { fault: 'kill', milliseconds: 4 } : null;
      };
      const call = hotline.carrier.dialIn(caller, number.number, { message });
      await hotline.time.run();
      hotline.carrier.faults = noFaults;
      target = null;
      // The carrier is asked about what was never reported.
      hotline.app.clock.advance(6 * 3600);
      await hotline.settle();
      const seen = await hotline.see(call, number);
      const bridged = call.rung.filter(({ isBridged }) => isBridged);
      const expected = isVoicemail ? 'Voicemail' : bridged.length > 0 ? 'Accepted' : 'Missed';
      expect(seen.session.outcome).toBe(expected);
      expect(seen.incident === null).toBe(expected === 'Missed');
      expect(await hotline.engagements()).toEqual([]);
      expect(bridged.length).toBeLessThanOrEqual(1);
    },
  );
});

describe('63. a store that does not answer', () => {
  it('an apology is spoken, nobody is lost in silence, and the fallback needs no store', async () => {
    const hotline = await Hotline.start({}, { instances: 2 });
    const team = await hotline.team(['Ada']);
    const number = await hotline.number(team.id);
    const other = hotline.others[0];
    await other?.app.world.store.connection.getClient().close();
    hotline.carrier.options.instances = () => [other?.app.url ?? ''];
    const call = hotline.carrier.dialIn(caller, number.number);
    await hotline.time.run();
    // Nothing is known but the number that was called.
    expect(call.leg.heard.join(' ')).toMatch(/noch einmal/);
    expect(call.rung).toEqual([]);
    const [voice] = call.sent.deliveries;
    expect(voice?.answer?.status).toBe(200);
    const fallback = await fetch(
      `${other?.app.url}/telephony/twilio/${number.integrationId}/voice-fallback`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      },
    );
    expect(fallback.status).toBe(200);
    expect(await fallback.text()).toMatch(/<Say[^>]*>.*again.*<Hangup\s*\/>/is);
    await other?.app.world.store.connection.getClient().connect();
    await hotline.stop();
  });
});
