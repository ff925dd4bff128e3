import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '../../src/contract/index.ts';
import { incidentsOf } from '../../src/incidents/index.ts';
import { simulatedTools, type Thing } from '../outbound/simulated-tools.ts';
import { expectGerman } from '../support/only-german.ts';
import { type Held, heldTitle, kindsOfHold } from './kinds-of-hold.ts';
import { Town } from './town.ts';

/** What people call things in any language. */
const givenNames = /Till closed|Storage migration|Office|Probe|Payments|Leaving|Database|Shop/g;
const heartbeat = 'https://heartbeat.example/tocsin';
let town: Town;
let day = 0;
let teamId: string;
beforeAll(async () => {
  town = await Town.start({ TOCSIN_HEARTBEAT_URL: heartbeat });
});
afterAll(() => town.stop());
beforeEach(async () => {
  for (const { id } of (await town.api.get('/shadow-run/search/list')).body.shadowRuns as {
    id: string;
  }[])
    await town.api.delete(`/shadow-run/${id}`);
  day += 7;
  await town.begin(new Date(Date.UTC(2026, 0, day, 2)).toISOString());
  await town.person('Ada', { hasPhone: true });
  teamId = await town.team('Payments', [{ people: ['Ada'] }]);
});

const look = () => town.server.app.jobs.runAll((task) => task === 'alerting-health');
const toAda = () => town.heard.filter((line) => line.includes('Ada') && line.includes(heldTitle));

/** Lines of the metric, as `labels value`. */
async function metric(name: string): Promise<string[]> {
  await look();
  const text = await (await fetch(`${town.server.app.url}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) => line.slice(name.length));
}
const heldNow = () => metric('tocsin_held_incidents');

const members = ['hold', 'muted', 'snoozed', 'mergedInto', 'isShadow'] as const;
type Incident = components['schemas']['Incident'];
type Next = components['schemas']['NextAlert'];
type Logged = components['schemas']['NotificationLog'];

/** Of a sentence, and of those that it is made of. */
function codesOf(sentence: unknown): string[] {
  return [...JSON.stringify(sentence ?? null).matchAll(/"code":"(\w+)"/g)].flatMap(
    ([, code]) => code ?? [],
  );
}

/** Ends what is waited for, and lets the time of the hold pass. */
async function end({ awaitedId, endsAt }: Held): Promise<void> {
  if (awaitedId) await town.change(awaitedId, 'Resolved');
  // What a task finds out at the end is told in a minute at the latest.
  for (const more of [0, 1]) await town.until((endsAt ?? 60) + more);
}

/** Makes a Slack room of the team; gives what it has been told of the incident so far. */
async function room(): Promise<() => readonly unknown[]> {
  const things: Thing[] = [];
  town.answerTools((request) =>
    request.host === 'slack.com' ? simulatedTools.Slack.answer(request, things) : {},
  );
  await town.api.make('/outbound-integration', {
    ...{ displayName: 'Room', teamId, type: 'Slack' },
    slackSettings: simulatedTools.Slack.settings.slackSettings,
  });
  return () =>
    town.tools.requests.filter(
      ({ host, body }) => host === 'slack.com' && body.includes(heldTitle),
    );
}

/** The mail to Ada that tells of the incident, of those that were sent since. */
const mailToAda = (since: number) =>
  town.smtp.mails
    .slice(since)
    .find(({ to_, text }) => /ada/.test(to_[0] ?? '') && text?.includes(heldTitle));

/** In the incident, in lists, in its history, in the trace of the payload and in the log. */
async function expectSaid(held: Held, says: (typeof kindsOfHold)[number]['says']): Promise<void> {
  const get = async (path: string) => (await town.api.get(path)).body;
  const incident = (await get(`/incident/search/${held.incidentId}`)) as unknown as Incident;
  const { incidents } = (await get('/incident/search/list?IncludeSnoozed=true')) as unknown as {
    incidents: Incident[];
  };
  const listed = incidents.find(({ id }) => id === held.incidentId);
  for (const one of [incident, listed])
    expect(members.filter((member) => one?.[member])).toEqual(says.member ? [says.member] : []);
  const { because, until, urgency } = (await get(
    `/incident/search/${held.incidentId}/next`,
  )) as unknown as Next;
  expect([because, (until ?? urgency.risesAt) !== null]).toEqual(says.next);
  const history = incident.events.flatMap(({ messageSentence, modification }) => [
    modification.intent,
    ...codesOf(messageSentence),
  ]);
  if (says.history) expect(history).toContain(says.history);
  const path = `/inbound-integration/${held.integrationId}/payloads/${held.payloadId}`;
  const { decisions } = (await get(path)) as unknown as { decisions: { step: string }[] };
  const quietSteps = decisions
    .map(({ step }) => step)
    .filter((step) => /^(hold|mute|silence)$/.test(step));
  expect(quietSteps).toEqual(says.trace ? [says.trace] : []);
  const { notificationLogs } = (await get(
    `/notification-log/search/list?IncidentId=${held.incidentId}`,
  )) as unknown as { notificationLogs: Logged[] };
  const logged = notificationLogs.filter(({ userId }) => userId === town.idOf('Ada'));
  const reasons = new Set(logged.map(({ reasonSentence }) => reasonSentence?.code));
  if (says.log) expect([...reasons]).toEqual([says.log]);
}

// One story for each of them: making one and letting its time pass is nearly all of the work.
it.each(kindsOfHold)(
  '$name: while it holds an incident back it is counted and said everywhere, and its end is told to people and rooms',
  async ({ kind, hold, says }) => {
    const toRoom = await room();
    const mails = town.smtp.mails.length;
    const held = await hold(town, teamId);
    expect(toAda()).toEqual([]);
    const counted = [`{team="${teamId}",hold="${kind}"} 1`];
    expect(await heldNow()).toEqual(counted);
    await expectSaid(held, says);
    // Support hours and quiet hours are about people: a room hears of everything.
    if (says.member) expect(toRoom()).toEqual([]);
    await end(held);
    expect(toAda().length > 0).toBe(held.endsAt !== null);
    expect(await heldNow()).toEqual(held.endsAt === null ? counted : []);
    const mail = mailToAda(mails);
    expect(mail !== undefined).toBe(says.mail !== null);
    if (says.mail) expect(mail?.text).toContain(says.mail.en);
    const said = town.tools.requests.map(({ body }) => body).join();
    if (says.room) expect(said).toContain(says.room);
    else expect(toRoom()).toEqual([]);
    await town.change(held.incidentId, 'Resolved');
    expect(await heldNow()).toEqual([]);
  },
);

it.each(kindsOfHold.filter(({ says }) => says.mail))(
  '$name: says in German, too, why the mail that ends it comes only now',
  async ({ hold, says }) => {
    const ada = `/user/${town.idOf('Ada')}`;
    const { body } = await town.api.get(ada);
    expect((await town.api.put(ada, { ...body, language: 'de' })).status).toBe(200);
    const mails = town.smtp.mails.length;
    await end(await hold(town, teamId));
    const text = mailToAda(mails)?.text;
    expect(text).toContain(says.mail?.de);
    expectGerman(text?.replaceAll(givenNames, ''));
  },
);

describe('a hold that is over and not ended', () => {
  const overdue = () => metric('tocsin_hold_over_seconds');
  const readyz = async () => (await fetch(`${town.server.app.url}/readyz`)).text();
  const beats = async () => {
    const count = () =>
      town.tools.requests.filter(({ host }) => host === 'heartbeat.example').length;
    const before = count();
    await look();
    return count() > before;
  };
  const stored = kindsOfHold.filter(
    ({ kind, name }) =>
      ['Threshold', 'Pause', 'Dependency', 'Suppression', 'Snoozed', 'SupportHours'].includes(
        kind,
      ) || name === 'a silence',
  );

  it.each(stored)(
    '$name: is late in metric, probe and heartbeat, though nothing says that it is due',
    async ({ kind, hold }) => {
      const { incidentId, awaitedId } = await hold(town, teamId);
      if (awaitedId) await town.change(awaitedId, 'Resolved');
      await town.until(1);
      expect(await overdue()).toEqual([]);
      expect(await beats()).toBe(true);
      // Whoever was to look at it at the end will not: the hint is lost.
      await incidentsOf(town.server.app.world).updateOne(
        { _id: incidentId },
        { $unset: { 'alerting.nextAt': 1 } },
      );
      town.standStillUntil(20);
      await look();
      town.standStillUntil(30);
      expect((await overdue()).map((line) => line.replace(/ .*/, ''))).toEqual([
        `{hold="${kind}"}`,
      ]);
      expect(await readyz()).toMatch(new RegExp(`^${kind} is over since \\d+\\.\\d s`, 'm'));
      expect(await beats()).toBe(false);
      expect(toAda()).toEqual([]);
      await town.change(incidentId, 'Resolved');
      await town.until(31);
      expect(await overdue()).toEqual([]);
      expect(await beats()).toBe(true);
    },
  );
});
