import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { incidentCounter } from '../../src/alerting/count-incidents.ts';
import { Town } from '../stories/town.ts';

let town: Town;
let day = 0;
const heartbeat = 'https://heartbeat.example/tocsin';

beforeAll(async () => {
  town = await Town.start({ TOCSIN_HEARTBEAT_URL: heartbeat });
});
afterAll(() => town.stop());
beforeEach(async () => {
  town.smtp.busy = null;
  day += 7;
  await town.begin(new Date(Date.UTC(2026, 0, day, 2)).toISOString());
  await look();
});

const look = () => town.server.app.jobs.runAll((task) => task === 'alerting-health');
const readyz = async () => {
  const response = await fetch(`${town.server.app.url}/readyz`);
  return `${response.status} ${await response.text()}`;
};
const gauge = async (name: string) => {
  const text = await (await fetch(`${town.server.app.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
};
/** Whether the dead man's switch is pinged by a look. */
const beats = async () => {
  const count = () => town.tools.requests.filter(({ host }) => host === 'heartbeat.example').length;
  const before = count();
  await look();
  return count() > before;
};
const late = 'tocsin_oldest_due_seconds{kind="message"}';
const retried = (channel: string) => `tocsin_oldest_retry_seconds{channel="${channel}"}`;
const down = (channel: string) => `tocsin_channel_down{channel="${channel}"}`;
const toPeople = () => town.heard.filter((line) => !line.includes('heartbeat'));
const many = <Item>(item: Item, count = 20) => Array.from({ length: count }, () => item);

describe('an alert that nobody has got', () => {
  it('counts from when it was due, in metric, probe, log, history and heartbeat, until somebody has it', async () => {
    const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
    expect(await beats()).toBe(true);
    town.smtp.busy = /./;
    const { incidentId } = await probe.open('Till closed');
    await town.until(1.5);
    town.server.log.length = 0;
    expect(await beats()).toBe(false);
    expect(await gauge(late)).toBeGreaterThanOrEqual(90);
    expect(await readyz()).toMatch(/^200 ready\n.*\noldest message due: 9\d\.\d s/);
    expect(town.server.log).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: 'people are told late' }),
    );
    await look();
    expect((await town.history(incidentId)).filter((line) => /Nobody has/.test(line))).toEqual([
      expect.stringMatching(
        /^Commented: Nobody has been reached yet: E-mail to Tier 1 of Payments \d+ could not be sent\. The mail server answered 451 Try again later\. It is tried again\.$/,
      ),
    ]);
    const told = await town.server.api.get(`/incident/search/${incidentId}/notifications`);
    const messages = told.body.notifications as { attempts: object[] }[];
    expect(messages.flatMap(({ attempts }) => attempts).at(-1)).toMatchObject({
      error: 'The mail server answered 451 Try again later.',
      errorSentence: { code: 'mailServerAnswered', values: { answer: '451 Try again later.' } },
    });
    town.smtp.busy = null;
    await town.until(20);
    expect(toPeople().length).toBeGreaterThan(0);
    expect(await beats()).toBe(true);
    expect(await gauge(late)).toBe(0);
  });

  it('says in the history that a message may have arrived where its answers were lost', async () => {
    await town.person('Ada', { hasBrowser: true });
    const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
    town.smtp.busy = /^ada/;
    town.pushService.answerNext(...many('lost' as const, 3));
    const { incidentId } = await probe.open('Till closed');
    await town.until(1.5);
    await look();
    const said = (await town.history(incidentId)).filter((line) => /reached yet/.test(line));
    expect(said).toEqual([
      expect.stringMatching(
        /^Commented: Nobody is known to have been reached yet: .* to Tier 1 of Payments \d+ may not have arrived\. .* It is tried again\.$/,
      ),
    ]);
    town.smtp.busy = null;
    town.pushService.forgetAnswers();
    await town.until(60);
  });

  it('is not late because of one receiver where another way has reached somebody', async () => {
    await town.person('Ada', { hasBrowser: true });
    const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
    town.pushService.answerNext(...many({ status: 503 }, 3));
    const { incidentId } = await probe.open('Till closed');
    await town.until(1.5);
    expect(await beats()).toBe(true);
    expect(await gauge(late)).toBe(0);
    expect(await gauge(retried('Push'))).toBeGreaterThanOrEqual(90);
    expect(await gauge(down('Push'))).toBe(0);
    expect((await town.history(incidentId)).join()).not.toContain('Nobody has');
    await town.until(60);
  });

  it('is not late because a tool does not answer', async () => {
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    await town.api.make('/outbound-integration', {
      displayName: 'Tool',
      teamId: team,
      type: 'Webhook',
      webhookSettings: { url: 'https://tool.example.com/hook' },
    });
    const probe = await town.probe(team);
    town.answerTools(({ host }) => ({ status: host === 'heartbeat.example' ? 200 : 503 }));
    await probe.open('Till closed');
    await town.until(2);
    expect(await beats()).toBe(true);
    expect(await gauge(late)).toBe(0);
    expect(await gauge(retried('Outbound'))).toBeGreaterThanOrEqual(100);
    town.answerTools(() => ({}));
    await town.until(60);
  });
});

describe('a channel that fails for everybody', () => {
  it('is said to administrators by another channel within a minute, and when it works again', async () => {
    const owner = await town.api.make('/user', {
      displayName: 'Olga',
      email: `olga${day}@example.com`,
    });
    await town.api.make('/organization-membership', { userId: owner, role: 'Administrator' });
    const webPush = town.pushService.subscribe();
    await town.api.make('/push-subscription', { userId: owner, webPush });
    const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
    // The account of the carrier is closed, whatever is sent.
    await town.person('Bob', { hasPhone: true });
    const texting = await town.probe(await town.team('Till', [{ people: ['Bob'] }]));
    const closed = town.carrier.refusal(401, 20003, 'Authenticate');
    town.carrier.answerNext(...many(closed, 8));
    await texting.open('Bank closed');
    await look();
    await town.until(0.5);
    await look();
    await town.until(0.6);
    const notes = () =>
      town.pushService.pushes
        .filter(({ endpoint }) => endpoint === webPush.endpoint)
        .map(({ payload }) => String(payload.title));
    expect(notes()).toContain('Tocsin: SMS cannot be sent');
    expect(await gauge(down('SMS'))).toBe(1);
    expect(await readyz()).toMatch(/SMS fails for everybody since 2026/);
    const coverage = await town.api.get('/coverage');
    expect(coverage.body.findings).toContainEqual(
      expect.objectContaining({ kind: 'ChannelFails', level: 'Gap', channel: 'SMS' }),
    );
    await town.until(2.5);
    expect(await beats()).toBe(false);
    // What is shared works again, which a look finds out by itself.
    town.carrier.answerNext();
    await town.until(60);
    for (let n = 0; n < 10; n += 1) await look();
    await town.until(61);
    expect(notes()).toContain('Tocsin: SMS can be sent again');
    expect(await gauge(down('SMS'))).toBe(0);
    expect(await beats()).toBe(true);
    await probe.resolve('Till closed');
  });
});

describe('a clock that is set', () => {
  const watch = () => town.server.app.jobs.runAll((task) => task === 'clock');

  it('back by an hour is said, and makes an escalation late by its own minutes at most', async () => {
    const after5 = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: after5 },
      { people: ['Bob'] },
    ]);
    const probe = await town.probe(team);
    await watch();
    await probe.open('Till closed');
    await town.until(1);
    await watch();
    expect(town.server.log.filter(({ msg }) => /clock/.test(String(msg)))).toEqual([]);
    town.server.clock.jump(-3600);
    await watch();
    expect(town.server.log.map(({ msg }) => msg)).toContain('the clock went back');
    expect(await readyz()).toContain('the clock went back by 3600 s');
    expect(await gauge('tocsin_clock_jumps_total')).toBe(1);
    const before = toPeople().length;
    await town.until(-60 + 1 + 5);
    expect(toPeople().slice(before)).toEqual([
      expect.stringContaining('Bob mail Critical: Till closed'),
    ]);
  });

  it('back by an hour keeps nobody from a message that waits for its minutes', async () => {
    const settings = {
      ...quietSettings,
      shouldSendSMS: true,
      delayInMinSMS: 10,
      severitiesSMS: ['Critical'],
    };
    await town.person('Ada', { hasPhone: true, settings });
    const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
    await watch();
    await probe.open('Till closed');
    await town.until(1);
    town.server.clock.jump(-3600);
    await watch();
    await town.until(-60 + 10);
    expect(toPeople()).toEqual([expect.stringContaining('Ada text')]);
  });

  it('forward is said, too', async () => {
    await watch();
    town.server.clock.jump(600);
    await watch();
    expect(await readyz()).toContain('the clock went forward by 600 s');
  });
});

const quietSettings = {
  shouldSendEmail: false,
  delayInMinEmail: 0,
  severitiesEmail: [],
  shouldSendPush: false,
  delayInMinPush: 0,
  severitiesPush: [],
  shouldCallVoice: false,
  delayInMinVoice: 0,
  severitiesVoice: [],
};

describe('open incidents', () => {
  it('are counted by each look while they are few, and after a rest where they are many, however slow that was', async () => {
    const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
    const { world } = town.server.app;
    const [few, many] = [incidentCounter(world, 2), incidentCounter(world, 1)];
    const counted = async () =>
      (await Promise.all([few(), many()])).map(({ openIncidents }) =>
        openIncidents.reduce((sum, { count }) => sum + count, 0),
      );
    await probe.open('Till closed');
    await probe.open('Shop closed');
    expect(await counted()).toEqual([2, 2]);
    await probe.open('Bank closed');
    expect(await counted()).toEqual([3, 2]);
    town.server.clock.advance(0.009);
    expect(await counted()).toEqual([3, 3]);
  });
});
