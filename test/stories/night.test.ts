import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Town } from './town.ts';

let town: Town;
let day = 0;

beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());
beforeEach(async () => {
  // Each a week after the last one, so that no bundle is made of two stories.
  day += 7;
  await town.begin(new Date(Date.UTC(2026, 0, day, 2)).toISOString());
});

const after5 = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };

describe('an alarm at night', () => {
  it('goes from tier to tier until somebody acknowledges by link, and all who were told hear how it goes on', async () => {
    await town.person('Ada', { hasPhone: true, hasBrowser: true });
    await town.person('Bob', { hasPhone: true });
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: after5 },
      { people: ['Bob'], settings: after5 },
      { people: ['Cem'] },
    ]);
    const probe = await town.probe(team);
    const { incidentId } = await probe.open('Till closed');
    await town.until(6);
    await town.acknowledgeByLink('Bob');
    await town.until(60);
    await probe.resolve('Till closed');
    await town.until(24 * 60);
    expect(town.heard).toEqual([
      '0:00 Ada mail Critical: Till closed – Opened by Probe',
      '0:00 Ada push Critical: Till closed – Opened by Probe',
      '0:00 Ada text CRITICAL: Till closed',
      '2:00 Ada call',
      '5:00 Bob mail Critical: Till closed – Escalated',
      '5:00 Bob text CRITICAL: Till closed. Escalated',
      '6:00 Ada mail Critical: Till closed – Acknowledged by Bob',
      '6:00 Ada push Acknowledged: Till closed – Acknowledged by Bob',
      '60:00 Ada mail Critical: Till closed – Resolved by Probe',
      '60:00 Ada push Resolved: Till closed – Resolved by Probe',
      '60:00 Bob mail Critical: Till closed – Resolved by Probe',
    ]);
    expect(await town.log(incidentId)).toContain(
      'Bob VoiceCall Dropped – The incident was acknowledged before.',
    );
  });

  it('ends with a text back within two minutes: nobody is called', async () => {
    await town.person('Ada', { hasPhone: true });
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: after5 },
      { people: ['Bob'] },
    ]);
    const probe = await town.probe(team);
    await probe.open('Till closed');
    await town.until(1);
    expect(await town.reply('Ada', 'ACK')).toContain('Acknowledged: Till closed');
    await town.until(60);
    expect(await town.reply('Ada', 'RES')).toContain('Resolved: Till closed');
    await town.until(120);
    expect(town.heard).toEqual([
      '0:00 Ada mail Critical: Till closed – Opened by Probe',
      '0:00 Ada text CRITICAL: Till closed',
    ]);
  });

  it('resolved by the tool before anybody acts, the calls and tiers to come are void', async () => {
    await town.person('Ada', { hasPhone: true });
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: after5 },
      { people: ['Bob'] },
    ]);
    const probe = await town.probe(team);
    await probe.open('Till closed');
    await town.until(1);
    await probe.resolve('Till closed');
    await town.until(60);
    expect(town.heard).toEqual([
      '0:00 Ada mail Critical: Till closed – Opened by Probe',
      '0:00 Ada text CRITICAL: Till closed',
      '1:00 Ada mail Critical: Till closed – Resolved by Probe',
    ]);
  });

  it('repeats a tier as often as set, and then all tiers', async () => {
    const team = await town.team(
      'Payments',
      [
        { people: ['Ada'], settings: { ...after5, repeats: 1, repeatsAfterMinutes: 2 } },
        { people: ['Bob'] },
      ],
      { tierSettings: { repeats: 1, repeatsAfterMinutes: 30 } },
    );
    const probe = await town.probe(team);
    await probe.open('Till closed', 'Warning');
    await town.until(24 * 60);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: Till closed – Opened by Probe',
      '2:00 Ada mail Warning: Till closed – Escalated',
      '7:00 Bob mail Warning: Till closed – Escalated',
      '37:00 Ada mail Warning: Till closed – Opened by Probe',
      '39:00 Ada mail Warning: Till closed – Escalated',
      '44:00 Bob mail Warning: Till closed – Escalated',
    ]);
  });

  it('assigns another team when nobody of the first reacts', async () => {
    const database = await town.team('Database', [{ people: ['Dora'] }]);
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: { ...after5, autoAssignToTeams: [database] } },
      { people: ['Bob'] },
    ]);
    const probe = await town.probe(team);
    const { incidentId } = await probe.open('Till closed', 'Warning');
    await town.until(60);
    await town.acknowledgeByLink('Dora');
    await town.until(120);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: Till closed – Opened by Probe',
      '5:00 Bob mail Warning: Till closed – Escalated',
      '5:00 Dora mail Warning: Till closed – Opened by Probe',
      '60:00 Ada mail Warning: Till closed – Acknowledged by Dora',
      '60:00 Bob mail Warning: Till closed – Acknowledged by Dora',
    ]);
    expect(await town.history(incidentId)).toEqual([
      'Created',
      'Assigned: Tier 1 of Payments 5 assigns Database 5',
      'Escalated: Tier 2 of Payments 5: Bob',
      'Investigated',
    ]);
  });

  it('names who did what a message tells of, not who did something else last', async () => {
    const probe = await town.probe(
      await town.team('Payments', [{ people: ['Ada'], settings: after5 }, { people: ['Bob'] }]),
    );
    const { incidentId } = await probe.open('Till closed', 'Warning');
    await town.until(1);
    await town.change(incidentId, 'Commented', { message: 'On my way' });
    await town.until(60);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: Till closed – Opened by Probe',
      '1:00 Ada mail Warning: Till closed – Comment by First start',
      '5:00 Bob mail Warning: Till closed – Escalated',
    ]);
  });

  it('is shared out in turn where people take turns, and escalates to the same one', async () => {
    const team = await town.team('Payments', [
      {
        people: ['Ada', 'Bob', 'Cem'],
        settings: { repeats: 1, repeatsAfterMinutes: 5 },
        schedule: { roundRobinSettings: { roundRobinSize: 1 } },
      },
    ]);
    const probe = await town.probe(team);
    for (const [index, title] of ['One', 'Two', 'Three', 'Four'].entries()) {
      await town.until(index * 10);
      await probe.open(title, 'Warning');
    }
    await town.until(60);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: One – Opened by Probe',
      '5:00 Ada mail Warning: One – Escalated',
      '10:00 Bob mail Warning: Two – Opened by Probe',
      '15:00 Bob mail Warning: Two – Escalated',
      '20:00 Cem mail Warning: Three – Opened by Probe',
      '25:00 Cem mail Warning: Three – Escalated',
      '30:00 Ada mail Warning: Four – Opened by Probe',
      '35:00 Ada mail Warning: Four – Escalated',
    ]);
  });

  it('tells somebody who is in two of its teams once', async () => {
    const payments = await town.team('Payments', [{ people: ['Ada'] }]);
    const database = await town.team('Database', [{ people: ['Ada', 'Dora'] }]);
    await town.api.make('/incident', {
      title: 'Till closed',
      status: 'Open',
      severity: 'Warning',
      teamIds: [payments, database],
    });
    await town.until(60);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: Till closed – Opened by First start',
      '0:00 Dora mail Warning: Till closed – Opened by First start',
    ]);
  });

  it('reaches each person by their own settings', async () => {
    const off = { delayInMinPush: 0, severitiesPush: [], delayInMinVoice: 0, severitiesVoice: [] };
    await town.person('Ada', {
      hasPhone: true,
      settings: {
        ...off,
        shouldSendPush: false,
        shouldCallVoice: false,
        shouldSendEmail: true,
        delayInMinEmail: 0,
        severitiesEmail: ['Critical'],
        disabledIntentsEmail: ['Investigated', 'Resolved'],
        shouldSendSMS: true,
        delayInMinSMS: 3,
        severitiesSMS: ['Critical', 'Warning'],
        disabledIntentsSMS: [],
      },
    });
    await town.person('Bob');
    const team = await town.team('Payments', [{ people: ['Ada', 'Bob'] }]);
    const probe = await town.probe(team);
    const { incidentId } = await probe.open('Till closed', 'Critical');
    await town.until(10);
    await probe.open('Till slow', 'Warning');
    await town.until(20);
    await town.change(incidentId, 'Investigated');
    await town.until(30);
    const minor = await probe.open('Till dusty', 'Minor');
    await town.until(60);
    expect(town.heard).toEqual([
      '0:00 Ada mail Critical: Till closed – Opened by Probe',
      '0:00 Bob mail Critical: Till closed – Opened by Probe',
      '3:00 Ada text CRITICAL: Till closed',
      '10:00 Bob mail Warning: Till slow – Opened by Probe',
      '13:00 Ada text WARNING: Till slow',
      '20:00 Bob mail Critical: Till closed – Acknowledged by First start',
      '23:00 Ada text ACKNOWLEDGED: Till closed. Acknowledged by First start',
      '30:00 Bob mail Minor: Till dusty – Opened by Probe',
    ]);
    expect(await town.log(minor.incidentId)).toContain(
      'Ada Email Dropped – The notification settings of this person send nothing for Minor incidents.',
    );
  });

  it('somebody who leaves the organization hears nothing more, and their tier is passed over', async () => {
    await town.person('Ada', { hasPhone: true });
    const team = await town.team('Payments', [
      { people: ['Ada'], settings: { ...after5, repeats: 2, repeatsAfterMinutes: 5 } },
      { people: ['Bob'] },
    ]);
    const probe = await town.probe(team);
    await probe.open('Till closed');
    await town.until(1);
    expect((await town.api.delete(`/user/${town.idOf('Ada')}`)).status).toBe(200);
    await town.until(60);
    await probe.resolve('Till closed');
    await town.until(120);
    expect(town.heard).toEqual([
      '0:00 Ada mail Critical: Till closed – Opened by Probe',
      '0:00 Ada text CRITICAL: Till closed',
      '5:00 Bob mail Critical: Till closed – Escalated',
      '60:00 Bob mail Critical: Till closed – Resolved by Probe',
    ]);
  });
});
