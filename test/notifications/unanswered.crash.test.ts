import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CarriedCall, CarriedText } from '../fakes/carrier.ts';
import { Town } from '../stories/town.ts';
import { isWhole } from '../support/runs.ts';
import { comeToRest, TellingProcess, taken } from '../support/telling.ts';

let town: Town;
let day = 0;
/** Keys of messages that tools took. */
const tookByTools: string[] = [];
beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town?.stop());
beforeEach(async () => {
  day += 7;
  await town.begin(new Date(Date.UTC(2026, 0, day, 2)).toISOString());
});

const channels = ['Email', 'SMS', 'Voice', 'Push', 'Tool'] as const;
type Way = (typeof channels)[number];

/** It takes the next message, and its answer is lost on the way. */
const lose: Record<Way, () => void> = {
  Email: () => town.smtp.refuseNext('lost'),
  SMS: () => town.carrier.answerNext('lost'),
  Voice: () => town.carrier.answerNext('lost'),
  Push: () => town.pushService.answerNext('lost'),
  Tool: () =>
    town.tools.next(({ headers }) => {
      tookByTools.push(String(headers['webhook-id']));
      return { trouble: 'lost' };
    }),
};

/** It does not take the next message, and never will. */
const refuse: Record<Way, () => void> = {
  Email: () => town.smtp.refuseNext({ at: 'recipient', code: 550, text: 'No such mailbox' }),
  SMS: () => town.carrier.answerNext(town.carrier.refusal(400, 21610, 'Unsubscribed')),
  Voice: () => town.carrier.answerNext(town.carrier.refusal(400, 21610, 'Unsubscribed')),
  Push: () => town.pushService.answerNext({ status: 400 }),
  Tool: () => town.tools.next({ status: 400 }),
};

const settingsFor = (way: Way) => {
  const uses = (channel: Way) => way === channel || (way === 'Tool' && channel === 'Email');
  const severities = (channel: Way) => (uses(channel) ? ['Critical'] : []);
  return {
    ...{ shouldSendEmail: uses('Email'), delayInMinEmail: 0, severitiesEmail: severities('Email') },
    ...{ shouldSendPush: uses('Push'), delayInMinPush: 0, severitiesPush: severities('Push') },
    ...{ shouldSendSMS: uses('SMS'), delayInMinSMS: 0, severitiesSMS: severities('SMS') },
    ...{ shouldCallVoice: uses('Voice'), delayInMinVoice: 0, severitiesVoice: severities('Voice') },
  };
};

let count = 0;

interface Alert {
  history(): Promise<string[]>;
  /** Somebody of the next tier was told before its time. */
  isEscalated(): Promise<boolean>;
  /** What the log says of the message, and how often it left. */
  end(): Promise<{ status: string; reason: string | null; attempts: number; left: number }>;
}

/** Somebody who is reached in one way, or a tool, is to be told of a new incident. */
async function alert(way: Way): Promise<Alert> {
  count += 1;
  const name = `Ada${count}`;
  const settings = settingsFor(way);
  await town.person(name, { hasPhone: true, hasBrowser: way === 'Push', settings });
  const hour = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 60 };
  const teamId = await town.team(`Payments${count}`, [
    { people: [name], settings: hour },
    { people: [`Bob${count}`] },
  ]);
  town.answerTools(({ headers }) => {
    tookByTools.push(String(headers['webhook-id']));
    return {};
  });
  const tool =
    way === 'Tool' &&
    (await town.api.make('/outbound-integration', {
      ...{ displayName: 'Tickets', teamId, type: 'Webhook' },
      webhookSettings: { url: `${town.tools.url}/hook` },
    }));
  const incident = await town.api.make('/incident', {
    ...{ title: 'Till closed', status: 'Open', severity: 'Critical', teamIds: [teamId] },
  });
  return {
    history: () => town.history(incident),
    async isEscalated() {
      const log = await town.log(incident);
      return log.some((line) => line.startsWith(`Bob${count} Email Sent`));
    },
    async end() {
      const { body } = await town.api.get(
        tool === false
          ? `/notification-log/search/list?IncidentId=${incident}&UserId=${town.idOf(name)}`
          : `/outbound-integration/${tool}/logs/search/list?IncidentId=${incident}`,
      );
      const [entry] = (
        tool === false ? body.notificationLogs : body.outboundIntegrationLogs
      ) as Entry[];
      if (!entry) throw new Error('No record of it.');
      const { id, attempts, reason = null } = entry;
      const status = entry.status ?? entry.outcome ?? '';
      const left = taken(town, tookByTools).get(id) ?? 0;
      return { status, reason, attempts: attempts.length, left };
    },
  };
}

interface Entry {
  id: string;
  status?: string;
  outcome?: string;
  reason?: string | null;
  attempts: object[];
}

function forget(): void {
  town.smtp.forgetRefusals();
  town.carrier.forgetAnswers();
  town.pushService.forgetAnswers();
}

/** Within the time in which it is tried again at once, and not after retries of an hour. */
async function rest(one: TellingProcess): Promise<void> {
  await comeToRest(town, [one], town.server.clock.now().getTime() + 300_000);
}

const healthy = (isAlone: boolean) => new TellingProcess(town, isAlone, () => null);

describe.each(channels)('a message by %s that was taken and whose answer was lost', (way) => {
  it('is perhaps sent when it is refused then, and what follows from a failure does', async () => {
    const { end, isEscalated, history } = await alert(way);
    lose[way]();
    refuse[way]();
    const one = healthy(true);
    await rest(one);
    one.kill();
    forget();
    const { reason, ...more } = await end();
    expect(more).toEqual({ status: 'PerhapsSent', attempts: 2, left: 1 });
    if (way === 'Tool') return;
    expect(reason).toContain('ended without an answer, so it may have arrived');
    expect(await isEscalated()).toBe(true);
    // What the history says of it may not say more.
    for (const line of await history())
      expect(line).not.toMatch(/did not arrive|was told\.|was delivered/);
  });

  it('never failed, though a process be held up at a write while another sends it', async () => {
    let writes = Number.POSITIVE_INFINITY;
    let timesTaken = 0;
    // Every second one is met by the mark of an attempt in each channel.
    for (let at = 1; at <= writes; at += isWhole ? 1 : 2) {
      const { end } = await alert(way);
      const slow = new TellingProcess(town, false, (write) => (write === at ? 'stalled' : null));
      for (let n = 0; n < 3 && !slow.isStalled; n += 1) await slow.run();
      if (!slow.isStalled) {
        writes = slow.writes;
        slow.kill();
        continue;
      }
      // Its claims are over.
      town.server.clock.advance(125);
      lose[way]();
      const other = healthy(false);
      for (let n = 0; n < 3; n += 1) await other.run();
      refuse[way]();
      slow.release();
      await slow.run();
      await rest(other);
      forget();
      for (const one of [slow, other]) one.kill();
      const { status, left, attempts } = await end();
      timesTaken += left > 0 ? 1 : 0;
      expect([status, left], `write ${at}, ${attempts} attempts`).toEqual(
        left === 0 ? ['Failed', 0] : [expect.stringMatching(/PerhapsSent|Sent|Success/), left],
      );
      town.server.clock.advance(3600);
    }
    expect(timesTaken).toBeGreaterThan(2);
  });
});

/** Reports of carriers on copies: nothing else is known of those that had no answer. */
const copies: [string, { lost: number; isLastTaken: boolean; reports: Report[]; end: string }][] = [
  ['was all that left', { lost: 0, isLastTaken: true, reports: ['0 failed'], end: 'Failed' }],
  [
    'came after one without an answer',
    { lost: 1, isLastTaken: true, reports: ['1 failed'], end: 'PerhapsSent' },
  ],
  [
    'is the only one that left, without an answer',
    { lost: 1, isLastTaken: false, reports: ['0 failed'], end: 'Failed' },
  ],
  [
    'is one of two without an answer',
    { lost: 2, isLastTaken: false, reports: ['0 failed'], end: 'PerhapsSent' },
  ],
  [
    'is one of two without an answer, and the other arrived',
    { lost: 2, isLastTaken: false, reports: ['0 failed', '1 delivered'], end: 'taken' },
  ],
];
type Report = `${number} ${'failed' | 'delivered'}`;

const reportOf = {
  SMS: { failed: 'undelivered', delivered: 'delivered' },
  Voice: { failed: 'no-answer', delivered: 'completed' },
};

describe.each(['SMS', 'Voice'] as const)(
  'a copy of which the carrier says that it did not arrive',
  (way) => {
    it.each(copies)(`by ${way}: it %s`, async (_what, { lost, isLastTaken, reports, end }) => {
      const story = await alert(way);
      const left: (CarriedText | CarriedCall)[] =
        way === 'SMS' ? town.carrier.texts : town.carrier.calls;
      const before = left.length;
      for (let n = 0; n < lost; n += 1) lose[way]();
      if (!isLastTaken) refuse[way]();
      const one = healthy(true);
      await rest(one);
      forget();
      for (const report of reports) {
        const [at, state] = report.split(' ') as [string, 'failed' | 'delivered'];
        const copy = left[before + Number(at)];
        if (!copy) throw new Error('It has not left.');
        // Carriers repeat what they were not answered, and say it late.
        for (let n = 0; n < 2; n += 1) await town.carrier.report(copy, reportOf[way][state]);
        await rest(one);
      }
      one.kill();
      const { status, reason, left: count } = await story.end();
      const taken = way === 'SMS' ? 'Delivered' : 'Answered';
      expect({ status, count }).toEqual({
        status: end === 'taken' ? taken : end,
        count: lost + (isLastTaken ? 1 : 0),
      });
      expect(reason === null).toBe(end === 'taken');
      expect(await story.isEscalated()).toBe(true);
    });
  },
);
