import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordCallback } from '../../src/notifications/index.ts';
import { Town } from '../stories/town.ts';
import { isWhole } from '../support/runs.ts';
import { comeToRest, type Fault, TellingProcess, taken } from '../support/telling.ts';

let town: Town;
let day = 0;
beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());
beforeEach(async () => {
  town.smtp.gone = null;
  town.smtp.busy = null;
  day += 7;
  await town.begin(new Date(Date.UTC(2026, 0, day, 2)).toISOString());
});

/** Killed behind a write is killed before the next one. */
const faults: Fault[] = isWhole
  ? ['killed-before', 'killed-after', 'broken-before', 'broken-after']
  : ['killed-before', 'broken-before'];
const healthy = () => new TellingProcess(town, true, () => null);

const textThenCall = {
  shouldSendEmail: false,
  delayInMinEmail: 0,
  severitiesEmail: [],
  shouldSendPush: false,
  delayInMinPush: 0,
  severitiesPush: [],
  shouldSendSMS: true,
  delayInMinSMS: 0,
  severitiesSMS: ['Critical'],
  shouldCallVoice: true,
  delayInMinVoice: 30,
  severitiesVoice: ['Critical'],
};

const mailOnly = {
  ...textThenCall,
  shouldSendEmail: true,
  severitiesEmail: ['Critical'],
  shouldSendSMS: false,
  severitiesSMS: [],
  shouldCallVoice: false,
  severitiesVoice: [],
};

const openIncident = (teamId: string) =>
  town.api.make('/incident', {
    title: 'Till closed',
    status: 'Open',
    severity: 'Critical',
    teamIds: [teamId],
  });

/** Runs the story with a fault at each of its writes, one after the other; each comes to the same end. */
async function atEachWrite(
  story: (telling: TellingProcess) => Promise<() => Promise<unknown>>,
): Promise<void> {
  const first = healthy();
  const expected = await (await story(first))();
  const { writes } = first;
  first.kill();
  expect(writes).toBeGreaterThan(3);
  for (const [index, fault] of faults.entries())
    for (let at = 1; at <= writes; at += 1) {
      // Without much time every second write of each, so that all are met.
      if (!isWhole && at % faults.length !== index) continue;
      const telling = new TellingProcess(town, true, (write) => (write === at ? fault : null));
      const end = await story(telling);
      const next = telling.isDead ? healthy() : telling;
      // Within the time in which somebody must be told, not after retries of an hour.
      await comeToRest(town, [next], town.server.clock.now().getTime() + 60_000);
      expect(await end(), `${fault} at write ${at} of ${writes}`).toEqual(expected);
      next.kill();
      town.server.clock.advance(3600);
    }
}

describe('what follows from a failure, with a fault at every write', () => {
  it('a mail that is refused for good: the next tier is told', async () => {
    let count = 0;
    await atEachWrite(async (telling) => {
      count += 1;
      const [ada, bob] = [`Ada${count}`, `Bob${count}`];
      const hour = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 60 };
      const team = await town.team(`Payments${count}`, [
        { people: [ada], settings: hour },
        { people: [bob] },
      ]);
      town.smtp.gone = /^ada/;
      const before = town.smtp.mails.length;
      const id = await openIncident(team);
      for (let n = 0; n < 4; n += 1) await telling.run();
      return async () => {
        const log = (await town.log(id)).filter((line) => / Email /.test(line));
        const mails = new Set(town.smtp.mails.slice(before).map(({ to_ }) => to_[0]));
        return {
          log: log.map((line) =>
            line
              .replaceAll(/\d+ Email/g, ' Email')
              .replace(/ after \d+ attempts/, '')
              // Nobody knows what became of an attempt that was cut off.
              .replace(/PerhapsSent – An attempt.*may have arrived\./, 'Failed –'),
          ),
          told: [...mails].map((address) => address?.replaceAll(/\d+\.\d+@/g, '@')),
        };
      };
    });
  });

  it.each([
    ['the text comes after the second attempt', true],
    ['the next tier comes after the second attempt', false],
  ])('a mailbox that takes nothing for now: %s, once', async (_what, hasPhone) => {
    let count = 0;
    await atEachWrite(async (telling) => {
      count += 1;
      const [ada, bob] = [`Ada${count}`, `Bob${count}`];
      const settings = { ...textThenCall, shouldSendEmail: true, severitiesEmail: ['Critical'] };
      const later = { ...settings, delayInMinSMS: 30, shouldCallVoice: false, severitiesVoice: [] };
      await town.person(ada, { hasPhone: true, settings: hasPhone ? later : mailOnly });
      const hour = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 60 };
      const team = await town.team(`Till${count}`, [
        { people: [ada], settings: hour },
        { people: [bob] },
      ]);
      town.smtp.busy = /^ada/;
      const [mails, texts] = [town.smtp.mails.length, town.carrier.texts.length];
      const id = await openIncident(team);
      for (let n = 0; n < 10; n += 1) {
        await telling.run();
        town.server.clock.advance(n % 2 === 0 ? 0 : 6);
      }
      return async () => ({
        history: (await town.history(id)).map((line) =>
          line
            .replace(/[A-Z][a-z]+ \d+ [A-Z][a-z]+ [\d:]+/, 'later')
            // Why is the latest failure: a fault of the store may be it.
            .replace(/(tried again\.|Retries go on\.).*/, '$1')
            // Nobody knows what became of an attempt that was cut off.
            .replace('may not have arrived', 'has not arrived')
            .replaceAll(/\d+/g, '0'),
        ),
        // One that dies between the text and its record texts again: at least once.
        isTexted: town.carrier.texts.length > texts,
        isEscalated: town.smtp.mails
          .slice(mails)
          .some(({ to_ }) => to_[0]?.startsWith(`${bob.toLowerCase()}.`)),
        log: (await town.log(id)).map((line) =>
          line.replaceAll(/\d+/g, '0').replace(/ after 0 attempts/, ''),
        ),
      });
    });
  });

  it('a text of which the carrier says that it did not arrive: the call comes at once', async () => {
    let count = 0;
    await atEachWrite(async (telling) => {
      count += 1;
      const name = `Cem${count}`;
      await town.person(name, { hasPhone: true, settings: textThenCall });
      const team = await town.team(`Till${count}`, [{ people: [name] }]);
      const texts = town.carrier.texts.length;
      const calls = town.carrier.calls.length;
      await openIncident(team);
      const setUp = healthy();
      for (let n = 0; n < 3; n += 1) await setUp.run();
      setUp.kill();
      const text = town.carrier.texts.at(-1);
      const report = {
        deliveryId: URL.parse(text?.statusUrl ?? '')?.searchParams.get('d') ?? '',
        providerId: text?.sid ?? '',
        status: 'undelivered',
        errorCode: null,
      };
      await telling.does(() => recordCallback(town.server.app.world, report));
      if (telling.isDead) {
        // The carrier repeats a report that was not answered.
        const next = healthy();
        await next.does(() => recordCallback(town.server.app.world, report));
        next.kill();
      } else await telling.does(() => recordCallback(town.server.app.world, report));
      for (let n = 0; n < 3; n += 1) await telling.run();
      // One that dies between the call and its record calls again: at least once.
      return async () => ({
        texts: town.carrier.texts.length - texts,
        isCalled: town.carrier.calls.length > calls,
      });
    });
  });
});

describe('what was sent', () => {
  it('is not sent again by the process that could not store the result', async () => {
    await town.person('Ada', { hasPhone: true });
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    const before = taken(town);
    // Everything but its mark that sending begins.
    let isBroken = false;
    const telling = new TellingProcess(town, true, () => (isBroken ? 'broken-before' : null));
    await openIncident(team);
    for (let n = 0; n < 60; n += 1) {
      const sent = town.smtp.mails.length + town.carrier.texts.length;
      isBroken = n > 0 && n % 3 !== 0;
      await telling.run();
      town.server.clock.advance(sent > 0 ? 5 : 1);
    }
    isBroken = false;
    await comeToRest(town, [telling]);
    const copies = [...taken(town)].filter(([key]) => !before.has(key));
    expect(copies.length).toBeGreaterThan(1);
    expect(copies.filter(([, count]) => count > 1)).toEqual([]);
    telling.kill();
  });

  it('just before a kill, and was not to be sent afterwards, is recorded as perhaps sent', async () => {
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    const mails = town.smtp.mails.length;
    const id = await openIncident(team);
    const dying = new TellingProcess(town, true, () =>
      town.smtp.mails.length > mails ? 'killed-before' : null,
    );
    for (let n = 0; n < 5; n += 1) await dying.run();
    expect(dying.isDead).toBe(true);
    expect(town.smtp.mails).toHaveLength(mails + 1);
    const acknowledge = { operations: { appendIntent: { intent: 'Investigated' } } };
    await town.api.patch(`/incident/${id}`, acknowledge);
    const next = healthy();
    await comeToRest(town, [next]);
    next.kill();
    expect((await town.log(id)).filter((line) => line.startsWith('Ada Email'))).toContain(
      'Ada Email PerhapsSent – An attempt to send it ended without an answer, so it may have arrived. The incident was acknowledged before.',
    );
  });
});

describe('the devices of a person', () => {
  it('get a message each, are tried again each, and have records of their own', async () => {
    const person = await town.person('Ada', { hasBrowser: true });
    const phone = town.pushService.subscribe();
    await town.api.make('/push-subscription', {
      userId: person,
      webPush: phone,
      displayName: 'Phone',
    });
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    const before = town.pushService.pushes.length;
    town.pushService.answerNext({ status: 503 });
    const id = await openIncident(team);
    const telling = healthy();
    await comeToRest(town, [telling]);
    telling.kill();
    expect(
      new Set(town.pushService.pushes.slice(before).map(({ endpoint }) => endpoint)).size,
    ).toBe(2);
    const log = (await town.log(id)).filter((line) => line.startsWith('Ada Push'));
    expect(log).toEqual(['Ada Push Sent', 'Ada Push Sent after 2 attempts']);
    const { body } = await town.api.get(`/notification-log/search/list?IncidentId=${id}`);
    const recipients = (body.notificationLogs as { channel: string; recipient: string }[]).filter(
      ({ channel }) => channel === 'Push',
    );
    expect(recipients.map(({ recipient }) => recipient)).toContain('Phone');
  });
});

describe('the three messages a minute of a person', () => {
  it.each([
    ['by two servers together', false],
    ['by a server that was started again', true],
  ])('are counted %s', async (_name, isRestarted) => {
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    const before = town.smtp.mails.length;
    const telling = isRestarted
      ? []
      : [1, 2].map(() => new TellingProcess(town, false, () => null));
    for (let n = 0; n < 6; n += 1) {
      await openIncident(team);
      const next = isRestarted ? healthy() : telling[n % 2];
      for (let look = 0; look < 2; look += 1) await next?.run();
      if (isRestarted) next?.kill();
      town.server.clock.advance(2);
    }
    // The fourth comes as a bundle, and the next bundle waits.
    expect(town.smtp.mails.length - before).toBe(4);
    const last = healthy();
    await comeToRest(town, [last]);
    for (const one of [...telling, last]) one.kill();
    expect(town.smtp.mails.length - before).toBe(5);
  });
});
