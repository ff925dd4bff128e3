import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Town } from './town.ts';

let town: Town;
let day = 0;

beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());
beforeEach(async () => {
  day += 7;
  await town.begin(new Date(Date.UTC(2026, 0, day, 2)).toISOString());
});

const after5 = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };

/** Mail at once, and a text when nobody has reacted for 40 minutes. */
const patient = {
  shouldSendEmail: true,
  delayInMinEmail: 0,
  severitiesEmail: ['Critical'],
  shouldSendSMS: true,
  delayInMinSMS: 40,
  severitiesSMS: ['Critical'],
  shouldSendPush: false,
  delayInMinPush: 0,
  severitiesPush: [],
  shouldCallVoice: false,
  delayInMinVoice: 0,
  severitiesVoice: [],
};

describe('when messages do not arrive', () => {
  it('a mail is tried again until the server takes it', async () => {
    const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
    const busy = { at: 'data', code: 451, text: 'Try again' } as const;
    town.smtp.refuseNext(busy, busy);
    const { incidentId } = await probe.open('Till closed');
    expect(town.heard).toEqual([]);
    await town.until(10);
    // There is no further tier: after the second attempt whoever is left is told.
    expect(whatOf(town.heard)).toEqual([
      'owner@localhost mail Critical: Till closed – Escalated',
      'Ada mail Critical: Till closed – Opened by Probe',
    ]);
    expect(await town.log(incidentId)).toContain('Ada Email Sent after 3 attempts');
  });

  it('the next channel comes at once, then the next tier at once, and the log tells it all', async () => {
    await town.person('Ada', { hasPhone: true, settings: patient });
    await town.person('Bob', { hasBrowser: true });
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: { ...after5, autoEscalationAfterMinutes: 60 } },
      { people: ['Bob'] },
    ]);
    const probe = await town.probe(team);
    const gone = { at: 'recipient', code: 550, text: 'No such mailbox' } as const;
    town.smtp.refuseNext(gone);
    town.carrier.answerNext(town.carrier.refusal(400, 21610, 'Unsubscribed'));
    const { incidentId } = await probe.open('Till closed');
    await town.until(59);
    expect(town.heard).toEqual([
      '0:00 Bob mail Critical: Till closed – Escalated',
      '0:00 Bob push Critical: Till closed – Escalated',
    ]);
    expect(await town.log(incidentId)).toEqual([
      'Ada Email Failed – The mail server answered 550 No such mailbox.',
      'Ada SMS Failed – The recipient has unsubscribed by texting STOP; they have to text START to be reached.',
      'Bob Email Sent',
      'Bob Push Sent',
      'Bob SMS Dropped – This person has no confirmed phone number.',
      'Bob VoiceCall Dropped – This person has no confirmed phone number.',
    ]);
    expect(await town.history(incidentId)).toEqual([
      'Created',
      'Commented: SMS to Ada now and not at Wed 14 Jan 02:40: E-mail did not arrive. The mail server answered 550 No such mailbox.',
      expect.stringMatching(/^Escalated: Tier 2 of Payments \d: Bob$/),
    ]);
  });

  it('the next tier comes at once although the other team of the incident was reached', async () => {
    await town.person('Ada', { hasPhone: true, settings: patient });
    await town.person('Cem', { hasBrowser: true });
    const hour = { ...after5, autoEscalationAfterMinutes: 60 };
    const payments = await town.team('Payments', [
      { people: ['Ada'], settings: hour },
      { people: ['Bob'] },
    ]);
    const shop = await town.team('Shop', [
      { people: ['Cem'], settings: hour },
      { people: ['Dot'] },
    ]);
    const gone = { at: 'recipient', code: 550, text: 'No such mailbox' } as const;
    // Nothing reaches Ada, and Cem has a browser.
    town.smtp.refuseNext(gone, gone);
    town.carrier.answerNext(town.carrier.refusal(400, 21610, 'Unsubscribed'));
    await town.api.make('/incident', {
      title: 'Till closed',
      status: 'Open',
      severity: 'Critical',
      teamIds: [payments, shop],
    });
    await town.until(59);
    expect(town.heard).toEqual([
      '0:00 Cem push Critical: Till closed – Opened by First start',
      '0:00 Bob mail Critical: Till closed – Escalated',
    ]);
  });

  it('a mail server that stays down brings the text after the second attempt, and is tried on', async () => {
    await town.person('Ada', { hasPhone: true, settings: { ...patient, delayInMinSMS: 50 } });
    const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
    const busy = { at: 'data', code: 451, text: 'Try again' } as const;
    town.smtp.refuseNext(...Array.from({ length: 5 }, () => busy));
    const { incidentId } = await probe.open('Till closed');
    await town.until(40);
    expect(whatOf(town.heard)).toEqual(['Ada text CRITICAL: Till closed']);
    expect(await town.log(incidentId)).toEqual([
      'Ada Email Failed after 5 attempts – The mail server answered 451 Try again.',
      'Ada SMS Sent',
    ]);
  });
});

describe('when there are too many alarms', () => {
  it('forty at once are three messages and one bundle by each channel', async () => {
    await town.person('Ada', { hasPhone: true, hasBrowser: true });
    const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
    const incidents: (string | null)[] = [];
    for (let index = 1; index <= 40; index += 1)
      incidents.push((await probe.send(`Till ${index} closed`)).incidentId);
    await town.until(120);
    const counted = Map.groupBy(whatOf(town.heard), (line) => {
      const [, channel] = line.split(' ');
      return `${channel}${line.includes('and 36 more') ? ' bundle' : ''}`;
    });
    expect(Object.fromEntries([...counted].map(([what, all]) => [what, all.length]))).toEqual({
      mail: 3,
      'mail bundle': 1,
      push: 3,
      'push bundle': 1,
      text: 3,
      'text bundle': 1,
      // Of calls nobody can see what they say before they answer.
      call: 4,
    });
    for (const incident of incidents) expect(await town.log(incident)).toHaveLength(4);
  });
});

describe('when alarms come one after the other', () => {
  it('twenty in a minute are few messages, and each alarm is told once', async () => {
    const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
    for (let index = 0; index < 20; index += 1) {
      await town.until(index / 20);
      await probe.open(`Till ${index} closed`, 'Warning');
    }
    await town.until(2);
    await probe.open('Bank closed', 'Warning');
    await town.until(120);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: Till 0 closed – Opened by Probe',
      '0:03 Ada mail Warning: Till 1 closed – Opened by Probe',
      '0:06 Ada mail Warning: Till 2 closed – Opened by Probe',
      '0:09 Ada mail Warning: Till 3 closed – Opened by Probe',
      '1:09 Ada mail Warning: Till 4 closed and 15 more – Opened',
      // The next one is told as soon as a minute has passed since the bundle.
      '2:09 Ada mail Warning: Bank closed – Opened by Probe',
    ]);
  });
});

describe('after an outage of an hour', () => {
  it('what is over is not announced, escalation goes on from now, and the rest is one digest', async () => {
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: after5 },
      { people: ['Bob'], settings: after5 },
      { people: ['Cem'] },
    ]);
    const probe = await town.probe(team);
    await probe.open('Till closed', 'Warning');
    town.standStillUntil(20);
    const calm = await town.probe(await town.team('Quiet', [{ people: ['Ada'] }]));
    for (const title of ['A', 'B', 'C', 'D', 'E']) await calm.send(title, 'Open', 'Warning');
    for (const title of ['F', 'G']) await probe.send(title, 'Open', 'Warning');
    town.standStillUntil(40);
    for (const title of ['F', 'G']) await probe.send(title, 'Resolved', 'Warning');
    town.standStillUntil(60);
    await town.until(64);
    await town.acknowledgeByLink('Bob');
    await town.until(120);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: Till closed – Opened by Probe',
      '60:00 Ada mail Warning: A – Opened by Probe',
      '60:00 Ada mail Warning: B – Opened by Probe',
      '60:00 Ada mail Warning: C – Opened by Probe',
      '60:00 Ada mail Warning: D and 1 more – Opened',
      '60:00 Bob mail Warning: Till closed – Escalated',
      '64:00 Ada mail Warning: Till closed – Acknowledged by Bob',
    ]);
  });
});

/** Lines without their time. */
function whatOf(lines: readonly string[]): string[] {
  return lines.map((line) => line.slice(line.indexOf(' ') + 1));
}
