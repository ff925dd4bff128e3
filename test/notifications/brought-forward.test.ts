import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChannelName } from '../../src/channels/index.ts';
import { Town } from '../stories/town.ts';
import { comeToRest, TellingProcess, taken } from '../support/telling.ts';

let town: Town;
let day = 0;
let began = 0;
let telling: TellingProcess[] = [];
beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());
beforeEach(async () => {
  day += 7;
  began = Date.UTC(2026, 0, day, 2);
  await town.begin(new Date(began).toISOString());
  telling = [start(true)];
});
afterEach(() => {
  for (const one of telling) one.kill();
  town.smtp.busy = null;
  for (const fake of [town.carrier, town.pushService]) fake.forgetAnswers();
  town.smtp.forgetRefusals();
});

/** Waits a second for a receiver, so that one that hangs is soon known. */
const start = (isAlone: boolean) => new TellingProcess(town, isAlone, () => null, 1000);
/** Of the story. */
const minutes = (count: number) => began + count * 60_000;

/** The settings of a person who is told by these channels only, each after its minutes. */
function settingsOf(delays: Partial<Record<ChannelName, number>>): object {
  const of = (channel: ChannelName) => ({
    isOn: delays[channel] !== undefined,
    delay: delays[channel] ?? 0,
    severities: delays[channel] === undefined ? [] : ['Critical'],
  });
  const [mail, push, text, call] = [of('Email'), of('Push'), of('SMS'), of('VoiceCall')];
  return {
    shouldSendEmail: mail.isOn,
    delayInMinEmail: mail.delay,
    severitiesEmail: mail.severities,
    shouldSendPush: push.isOn,
    delayInMinPush: push.delay,
    severitiesPush: push.severities,
    shouldSendSMS: text.isOn,
    delayInMinSMS: text.delay,
    severitiesSMS: text.severities,
    shouldCallVoice: call.isOn,
    delayInMinVoice: call.delay,
    severitiesVoice: call.severities,
  };
}

const person = (name: string, delays: Partial<Record<ChannelName, number>>) =>
  town.person(name, { hasPhone: true, hasBrowser: true, settings: settingsOf(delays) });

async function openIncident(teamId: string, severity = 'Critical'): Promise<string> {
  const members = { title: 'Till closed', status: 'Open', severity, teamIds: [teamId] };
  return town.api.make('/incident', members);
}

const hour = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 60 };

/** Channels that everybody has; those of chats are in `test/flows/chats-of-people.test.ts`. */
type Tried = Extract<ChannelName, 'Email' | 'Push' | 'SMS' | 'VoiceCall'>;

/** How the way out of a channel fails, for its next attempt. */
const failures = ['refused', 'hanging', '5xx'] as const;
type Failure = (typeof failures)[number];
const whatIsSaid: Readonly<Record<Failure, string>> = {
  refused: 'did not arrive',
  // It may have been taken.
  hanging: 'may not have arrived, and is tried again',
  '5xx': 'has not arrived, and is tried again',
};
const fails: Readonly<Record<Tried, (failure: Failure) => void>> = {
  Email: (failure) =>
    town.smtp.refuseNext(
      failure === 'hanging'
        ? 'hang'
        : { at: 'recipient', code: failure === 'refused' ? 550 : 451, text: 'No' },
    ),
  Push: (failure) =>
    town.pushService.answerNext(
      failure === 'hanging' ? 'hang' : { status: failure === 'refused' ? 400 : 503 },
    ),
  SMS: (failure) => carrierFails(failure),
  VoiceCall: (failure) => carrierFails(failure),
};
function carrierFails(failure: Failure): void {
  const { carrier } = town;
  const refusal = failure === 'refused' ? carrier.refusal(400, 21211, 'no') : { status: 503 };
  carrier.answerNext(failure === 'hanging' ? 'hang' : refusal);
}
const channels = Object.keys(fails) as Tried[];
const names: Readonly<Record<Tried, string>> = {
  Email: 'E-mail',
  Push: 'Push',
  SMS: 'SMS',
  VoiceCall: 'Voice calls',
};
const cases = channels.flatMap((channel) => failures.map((failure) => ({ channel, failure })));

/** Counts by channel what has left since. */
function counting(): () => Record<Tried, number> {
  const count = () => ({
    Email: town.smtp.mails.length,
    Push: town.pushService.pushes.length,
    SMS: town.carrier.texts.length,
    VoiceCall: town.carrier.calls.length,
  });
  const before = count();
  return () => {
    const now = count();
    return {
      Email: now.Email - before.Email,
      Push: now.Push - before.Push,
      SMS: now.SMS - before.SMS,
      VoiceCall: now.VoiceCall - before.VoiceCall,
    };
  };
}
const none = { Email: 0, Push: 0, SMS: 0, VoiceCall: 0 };

describe.each(cases)('$channel that is $failure', ({ channel, failure }) => {
  // The next one of the list, and the one behind it.
  const [next, last] = [1, 2].map(
    (further) => channels[(channels.indexOf(channel) + further) % channels.length] as Tried,
  ) as [Tried, Tried];
  const attempts = failure === 'refused' ? 1 : 2;

  it('twice brings the next channel forward, once, and is tried on', async () => {
    await person('Ada', { [channel]: 0, [next]: 30, [last]: 45 });
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: hour },
      { people: ['Bob'] },
    ]);
    const told = counting();
    for (let count = 0; count < attempts; count += 1) fails[channel](failure);
    const id = await openIncident(team);
    await comeToRest(town, telling, minutes(0));
    if (attempts === 2) expect(told()).toEqual(none);
    await comeToRest(town, telling, minutes(0.5));
    expect(told()).toEqual({ ...none, [next]: 1 });
    const said = await town.history(id);
    const what = whatIsSaid[failure];
    expect(said.filter((line) => line.includes('now and not at'))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Commented: ${names[next]} to Ada now and not at .*02:30: ${names[channel]} ${what}\\. `,
        ),
      ),
    ]);
    // Its old time comes, and tells nobody again; the channel behind it has its own.
    await comeToRest(town, telling, minutes(44));
    const again = failure === 'refused' ? 0 : 1;
    expect(told()).toEqual({ ...none, [next]: 1, [channel]: again });
    await comeToRest(town, telling, minutes(46));
    expect(told()).toEqual({ ...none, [next]: 1, [channel]: again, [last]: 1 });
  });

  it('twice brings the next tier forward where nobody is reached', async () => {
    await person('Ada', { [channel]: 0 });
    await person('Bob', { [next]: 0, [last]: 10 });
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: hour },
      { people: ['Bob'] },
    ]);
    const told = counting();
    for (let count = 0; count < attempts; count += 1) fails[channel](failure);
    const id = await openIncident(team);
    await comeToRest(town, telling, minutes(0.5));
    expect(told()).toEqual({ ...none, [next]: 1 });
    const tiers = (await town.history(id)).filter((line) => line.startsWith('Escalated'));
    expect(tiers).toEqual([
      failure === 'refused'
        ? expect.stringMatching(/^Escalated: Tier 2 of Payments \d+: Bob$/)
        : expect.stringMatching(
            /^Escalated: Tier 2 of Payments \d+ now and not at .* 03:00: Bob\. No message to the people on call is known to have arrived yet\./,
          ),
    ]);
    await comeToRest(town, telling, minutes(9));
    expect(told()[last]).toBe(0);
    await comeToRest(town, telling, minutes(90));
    const again = failure === 'refused' ? 0 : 1;
    expect(told()).toEqual({ ...none, [next]: 1, [channel]: again, [last]: 1 });
  });
});

describe('what is brought forward', () => {
  const busy = () => {
    town.smtp.busy = /^ada/;
  };

  it('is nothing once somebody has acknowledged it', async () => {
    const settings = { ...settingsOf({ Email: 0, SMS: 30 }), disabledIntentsSMS: ['Investigated'] };
    await town.person('Ada', { hasPhone: true, settings });
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: hour },
      { people: ['Bob'] },
    ]);
    busy();
    const told = counting();
    const id = await openIncident(team);
    await comeToRest(town, telling, minutes(0.1));
    await town.api.patch(`/incident/${id}`, {
      operations: { appendIntent: { intent: 'Investigated' } },
    });
    await comeToRest(town, telling, minutes(90));
    expect(told()).toEqual(none);
    expect(await town.history(id)).toEqual(['Created', 'Investigated']);
  });

  it('is only what the person takes for the severity', async () => {
    const settings = { ...settingsOf({ Email: 0, SMS: 30 }), severitiesEmail: ['Minor'] };
    await town.person('Ada', { hasPhone: true, settings });
    busy();
    const told = counting();
    await openIncident(await town.team('Payments', [{ people: ['Ada'] }]), 'Minor');
    await comeToRest(town, telling, minutes(50));
    expect(told().SMS + told().VoiceCall).toBe(0);
  });

  it('does not wait for a receiver that wants to be left alone for ten minutes', async () => {
    await person('Ada', { Push: 0, SMS: 30 });
    town.pushService.answerNext({ status: 429, headers: { 'retry-after': '600' } });
    const told = counting();
    await openIncident(await town.team('Payments', [{ people: ['Ada'] }]));
    await comeToRest(town, telling, minutes(1));
    expect(told()).toEqual({ ...none, SMS: 1 });
    await comeToRest(town, telling, minutes(50));
    expect(told()).toEqual({ ...none, SMS: 1, Push: 1 });
  });

  it('is one contact, the first, where two channels fail', async () => {
    await person('Ada', { Email: 0, Push: 0, SMS: 10, VoiceCall: 20 });
    busy();
    for (let count = 0; count < 2; count += 1) fails.Push('5xx');
    const told = counting();
    await openIncident(await town.team('Payments', [{ people: ['Ada'] }]));
    await comeToRest(town, telling, minutes(1));
    expect(told()).toMatchObject({ SMS: 1, VoiceCall: 0 });
    await comeToRest(town, telling, minutes(20));
    expect(told()).toMatchObject({ SMS: 1, VoiceCall: 1 });
  });

  it('is not the next tier while one of the tier was reached or is yet to be tried', async () => {
    await person('Ada', { Email: 0 });
    await person('Cem', { SMS: 5 });
    const team = await town.team('Payments', [
      { people: ['Ada', 'Cem'], settings: hour },
      { people: ['Bob'] },
    ]);
    busy();
    const told = counting();
    const id = await openIncident(team);
    await comeToRest(town, telling, minutes(50));
    expect(told()).toEqual({ ...none, SMS: 1 });
    expect((await town.history(id)).filter((line) => line.startsWith('Escalated'))).toEqual([]);
  });

  it('is not the next tier where the people of this one were told before', async () => {
    await person('Ada', { Email: 0 });
    const twice = { ...hour, repeats: 1, repeatsAfterMinutes: 5 };
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: twice },
      { people: ['Bob'] },
    ]);
    const id = await openIncident(team);
    await comeToRest(town, telling, minutes(1));
    busy();
    await comeToRest(town, telling, minutes(8));
    town.smtp.busy = null;
    await comeToRest(town, telling, minutes(64));
    const tiers = async () =>
      (await town.history(id)).filter((line) => line.startsWith('Escalated'));
    expect(await tiers()).toEqual([]);
    await comeToRest(town, telling, minutes(66));
    expect(await tiers()).toEqual([
      expect.stringMatching(/^Escalated: Tier 2 of Payments \d+: Bob$/),
    ]);
  });

  it('is administrators where there is no further tier', async () => {
    await person('Ada', { Email: 0 });
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    const userId = await town.person('Boss');
    await town.api.make('/team-membership', { userId, teamId: team, role: 'Administrator' });
    busy();
    const id = await openIncident(team);
    await comeToRest(town, telling, minutes(0.6));
    expect((await town.history(id)).slice(1)).toEqual([
      expect.stringMatching(
        /^Commented: Nobody on call in Payments \d+ is known to have been told\. No message to the people on call is known to have arrived yet\. Retries go on\. .*451.* Being told instead: Boss\.$/,
      ),
      expect.stringMatching(/^Commented: Told instead of those on call in Payments \d+: Boss\.$/),
    ]);
  });

  it('is told once by two servers that share the store', async () => {
    for (const one of telling) one.kill();
    telling = [start(false), start(false)];
    const people = ['Ada1', 'Ada2', 'Ada3'];
    for (const name of people) await person(name, { Email: 0, SMS: 30, VoiceCall: 50 });
    const team = await town.team('Payments', [{ people, settings: hour }, { people: ['Bob'] }]);
    busy();
    const before = taken(town);
    const told = counting();
    const ids = [await openIncident(team), await openIncident(team)];
    const end = minutes(1);
    while (town.server.clock.now().getTime() < end) {
      await Promise.all(telling.map((one) => one.run()));
      town.server.clock.advance(2);
    }
    await comeToRest(town, telling, end);
    expect(told()).toEqual({ ...none, SMS: people.length * ids.length });
    const twice = [...taken(town)].filter(([key, count]) => count > (before.get(key) ?? 0) + 1);
    expect(twice).toEqual([]);
    for (const id of ids)
      expect(
        (await town.history(id)).filter((line) => line.includes('now and not at')),
      ).toHaveLength(people.length);
  });
});
