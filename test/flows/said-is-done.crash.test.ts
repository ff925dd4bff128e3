import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Script } from '../fakes/scripted-receiver.ts';
import { Town } from '../stories/town.ts';
import { createRandom, type Random } from '../support/carrier/index.ts';
import { firstSeed, isWhole, runsOf } from '../support/runs.ts';
import { comeToRest, type Fault, TellingProcess, taken } from '../support/telling.ts';

const runs = runsOf({ short: 6, long: 1000 });
/** More than a busy machine needs. */
const secondsPerRun = 60;

let town: Town;
const teams: string[] = [];
/** An outbound integration of each team. */
const tools: string[] = [];
/** Keys of the messages that they took. */
const tookByTools: string[] = [];

const take: Script = ({ headers }) => {
  tookByTools.push(String(headers['webhook-id']));
  return {};
};

beforeAll(async () => {
  town = await Town.start();
  await town.begin('2026-01-05T02:00:00.000Z');
  for (const name of ['Ada', 'Bob', 'Cem', 'Dora']) {
    const userId = await town.person(name, { hasPhone: true, hasBrowser: true });
    await town.api.make('/push-subscription', { userId, webPush: town.pushService.subscribe() });
  }
  const after2 = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 2 };
  const tiersOf = (first: string, second: string) => [
    { people: [first], settings: after2 },
    { people: [second] },
  ];
  teams.push(await town.team('Payments', tiersOf('Ada', 'Bob')));
  teams.push(await town.team('Shop', tiersOf('Cem', 'Dora')));
  for (const teamId of teams)
    tools.push(
      await town.api.make('/outbound-integration', {
        displayName: 'Tickets',
        teamId,
        type: 'Webhook',
        webhookSettings: { url: `${town.tools.url}/hook` },
      }),
    );
  town.answerTools(take);
});
afterAll(() => town?.stop());

/** Ids of incidents. */
const titles = new Map<string, string>();

/** Of all runs, for those who look at a long one. */
const figures = {
  runs: 0,
  messages: 0,
  kills: 0,
  stalls: 0,
  refusals: 0,
  lost: 0,
  replies: 0,
  changes: 0,
  doubles: 0,
};

describe('whatever happens to processes, stores and receivers', () => {
  it(
    `what Tocsin says is what they received, in ${runs} random nights`,
    async () => {
      const failures: string[] = [];
      for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
        const wrong = await night(createRandom(seed));
        failures.push(...wrong.map((one) => `seed ${seed}: ${one}`));
        if (isWhole && (wrong.length > 0 || seed % 25 === 0)) console.log(figures, wrong);
        if (failures.length > 20) break;
      }
      expect(failures.join('\n').slice(0, 6000)).toBe('');
    },
    runs * secondsPerRun * 1000,
  );
});

interface Night {
  incidents: string[];
  /** Words of the server to those who answered that were not so. */
  untrue: string[];
  /** Copies of which the carrier said that they did not arrive, by the key of their message. */
  undelivered: Map<string, Set<string>>;
  /** Changes that people made, by incident: its making is the first. */
  changes: Map<string, number>;
}

/** One to three incidents, everything that can go wrong, and the end; gives what was said and is not so. */
async function night(random: Random): Promise<string[]> {
  const isAlone = random.happens(0.5);
  const before = taken(town, tookByTools);
  const story: Night = {
    incidents: [],
    untrue: [],
    undelivered: new Map(),
    changes: new Map(),
  };
  const all: TellingProcess[] = [];
  const start = () => {
    const made = new TellingProcess(town, isAlone, fateOf(random));
    all.push(made);
    return made;
  };
  let living = isAlone ? [start()] : [start(), start()];
  const steps = random.between(4, 10);
  for (let step = 0; step < steps; step += 1) {
    refuseSomething(random);
    loseSomething(random);
    await something(random, story);
    await Promise.all(living.map((one) => one.run()));
    town.server.clock.advance(random.pick([0, 1, 5, 16, 30, 61, 125]));
    for (const one of living) if (one.isStalled && random.happens(0.6)) one.release();
    // Two servers are killed in turn: one that died is started again.
    living = living.map((one) => (one.isDead ? start() : one));
  }
  for (const id of story.incidents) if (random.happens(0.7)) await change(story, id, 'Resolved');
  for (const one of living) one.release();
  heal();
  const livesOn = isAlone && random.happens(0.5);
  const isDoneBy = livesOn ? living.map(mended) : [healthy(isAlone)];
  await comeToRest(town, isDoneBy, town.server.clock.now().getTime() + 4 * 3_600_000);
  const wrong = await disagreements(story, before, all, livesOn);
  for (const one of [...all, ...isDoneBy]) if (!one.isDead) one.kill();
  for (const id of story.incidents) await change(story, id, 'Resolved');
  const last = healthy(true);
  await comeToRest(town, [last], town.server.clock.now().getTime() + 4 * 3_600_000);
  last.kill();
  // Nobody's three messages a minute are used up.
  town.server.clock.advance(600);
  figures.runs += 1;
  figures.kills += all.filter(({ wasKilled }) => wasKilled).length;
  figures.stalls += all.reduce((sum, { stalls }) => sum + stalls, 0);
  return wrong;
}

function healthy(isAlone: boolean): TellingProcess {
  return new TellingProcess(town, isAlone, () => null);
}

/** It lives on with what it remembers, and nothing more happens to it. */
function mended(one: TellingProcess): TellingProcess {
  one.mend();
  return one;
}

/** When something happens to a process, and what. */
function fateOf(random: Random): (write: number) => Fault | null {
  const kind = random.pick<Fault | 'none'>([
    'none',
    'killed-before',
    'killed-before',
    'killed-after',
    'killed-after',
    'stalled',
    'stalled',
    'broken-before',
    'broken-after',
  ]);
  if (kind === 'none') return () => null;
  const share = random.pick([0.02, 0.05, 0.15]);
  return () => (random.happens(share) ? kind : null);
}

function refuseSomething(random: Random): void {
  if (random.happens(0.6)) return;
  figures.refusals += 1;
  random.pick([
    () => town.smtp.refuseNext({ at: 'data', code: 451, text: 'Try again' }),
    () => town.smtp.refuseNext({ at: 'recipient', code: 550, text: 'No such mailbox' }),
    () => town.carrier.answerNext(town.carrier.refusal(500, 20500, 'Internal')),
    () => town.carrier.answerNext(town.carrier.refusal(400, 21610, 'Unsubscribed')),
    () => town.pushService.answerNext({ status: 503 }),
    () => town.pushService.answerNext({ status: 400 }),
    () => town.tools.next({ status: 503 }),
    () => town.tools.next({ status: 400 }),
  ])();
}

/** Somebody takes the next message, and what they answer is lost on the way. */
function loseSomething(random: Random): void {
  if (random.happens(0.7)) return;
  figures.lost += 1;
  random.pick([
    () => town.smtp.refuseNext('lost'),
    () => town.carrier.answerNext('lost'),
    () => town.pushService.answerNext('lost'),
    () => town.tools.next((request) => ({ ...take(request), trouble: 'lost' })),
  ])();
}

/** What is left of the refusals would meet the next night. */
function heal(): void {
  town.smtp.forgetRefusals();
  town.carrier.forgetAnswers();
  town.pushService.forgetAnswers();
  town.answerTools(take);
}

async function something(random: Random, story: Night): Promise<void> {
  const { incidents } = story;
  if (incidents.length === 0 || (incidents.length < 3 && random.happens(0.3))) {
    const severity = random.pick(['Critical', 'Critical', 'Warning']);
    const teamIds = [random.pick(['Payments', 'Shop']) === 'Payments' ? teams[0] : teams[1]];
    // Texts of earlier nights may be answered, too.
    const title = `Till ${titles.size} closed`;
    const id = await town.api.make('/incident', { title, status: 'Open', severity, teamIds });
    titles.set(title, id);
    incidents.push(id);
    noteChange(story, id);
    return;
  }
  const id = incidents[random.between(0, incidents.length - 1)] ?? '';
  await random.pick<() => Promise<unknown>>([
    async () => {},
    () => change(story, id, 'Investigated'),
    () => change(story, id, 'Escalated'),
    () => change(story, id, 'Resolved'),
    () => change(story, id, 'Commented', { message: 'Looking' }),
    () => answer(random, story),
    () => answer(random, story),
    () => report(random, story),
  ])();
}

/** A change that is not possible now is none. */
async function change(
  story: Night,
  id: string,
  intent: string,
  options: object = {},
): Promise<void> {
  const { status } = await town.api.patch(`/incident/${id}`, {
    operations: { appendIntent: { intent, ...options } },
  });
  if (status === 200) noteChange(story, id);
}

function noteChange({ changes }: Night, id: string): void {
  figures.changes += 1;
  changes.set(id, (changes.get(id) ?? 0) + 1);
}

/** Somebody answers a text of this night. */
async function answer(random: Random, story: Night): Promise<void> {
  const text = town.carrier.texts.findLast(({ text: words }) => /ACK \d+/.test(words));
  const code = /ACK (\d+)/.exec(text?.text ?? '')?.[1];
  const word = random.pick(['ACK', 'ACK', 'RES']);
  if (!text || code === undefined) return;
  const { text: said } = await town.carrier.post(
    `${town.server.app.url}/telephony/twilio/notifications/message`,
    {
      AccountSid: town.carrier.env.TOCSIN_TWILIO_ACCOUNT_SID ?? '',
      From: text.to,
      Body: `${word} ${code}`,
    },
  );
  figures.replies += 1;
  const told = titles.get(/Till \d+ closed/.exec(said)?.[0] ?? '');
  const outcome = /(Acknowledged|Resolved): /.exec(said)?.[1];
  // A bundle is answered as a whole.
  if (!told || !outcome || said.includes(' more')) return;
  const { body } = await town.api.get(`/incident/search/${told}`);
  // The latest first.
  const events = body.events as Event[];
  const isSo =
    outcome === 'Resolved'
      ? events[0]?.status === 'Resolved'
      : events.some(({ modification }) => modification.intent === 'Investigated');
  if (!isSo) story.untrue.push(said);
}

/** The carrier says what became of its latest text or call. */
async function report(random: Random, story: Night): Promise<void> {
  const carried = random.happens(0.5) ? town.carrier.texts.at(-1) : town.carrier.calls.at(-1);
  if (!carried) return;
  const isCall = 'answerUrl' in carried;
  const arrives = random.happens(0.5);
  const key = URL.parse(carried.statusUrl ?? '')?.searchParams.get('d') ?? '';
  if (!arrives) {
    const copies = story.undelivered.get(key) ?? new Set();
    story.undelivered.set(key, copies.add(carried.sid));
  }
  const status = isCall
    ? arrives
      ? 'completed'
      : 'no-answer'
    : arrives
      ? 'delivered'
      : 'undelivered';
  await town.carrier.report(carried, status);
}

/** All of a list, from page to page. */
async function pages<Item extends { id: string }>(path: string, name: string): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const last = items.at(-1)?.id;
    const { body } = await town.api.get(
      `${path}&Limit=100${last === undefined ? '' : `&IdLessThan=${last}`}`,
    );
    items.push(...(body[name] as Item[]));
    if (!body.hasMore) return items;
  }
}

interface LogEntry {
  id: string;
  channel: string;
  status: string;
  bundledIn: string | null;
  reason: string | null;
  attempts: { code: string | null; error: string | null }[];
}

interface Event {
  status: string;
  modification: { intent: string; user: object | null; apiKey: object | null };
}

type ToolEntry = Pick<LogEntry, 'id' | 'attempts'> & { outcome: string };

/** Compares log, page and history of each incident, and the counts of processes, with what left. */
async function disagreements(
  story: Night,
  before: ReadonlyMap<string, number>,
  processes: readonly TellingProcess[],
  livesOn: boolean,
): Promise<string[]> {
  const wrong = story.untrue.map((said) => `answered “${said}”, which was not so`);
  const now = taken(town, tookByTools);
  const copies = new Map(
    [...now].map(([key, count]) => [key, count - (before.get(key) ?? 0)] as const),
  );
  const left = (key: string) => copies.get(key) ?? 0;
  const logged = new Set<string>();
  const entries: LogEntry[] = [];
  for (const incident of story.incidents) {
    const log = await pages<LogEntry>(
      `/notification-log/search/list?IncidentId=${incident}`,
      'notificationLogs',
    );
    entries.push(...log);
    const page = await pages<{ id: string; status: string }>(
      `/incident/search/${incident}/notifications?`,
      'notifications',
    );
    const shown = new Map(page.map(({ id, status }) => [id, status]));
    for (const { id, status } of log)
      if (shown.get(id) !== status)
        wrong.push(`page and log of ${id} differ: ${shown.get(id)}, ${status}`);
    for (const tool of tools)
      for (const { id, outcome, ...more } of await pages<ToolEntry>(
        `/outbound-integration/${tool}/logs/search/list?IncidentId=${incident}`,
        'outboundIntegrationLogs',
      )) {
        const [status, channel] = [outcome === 'Success' ? 'Sent' : outcome, 'Tool'];
        entries.push({ id, ...more, status, channel, bundledIn: null, reason: outcome });
      }
    const { body } = await town.api.get(`/incident/search/${incident}`);
    const byPeople = (body.events as Event[]).filter(
      ({ modification: { user, apiKey } }) => user ?? apiKey,
    );
    const { body: audit } = await town.api.get(`/auditlog/list?EntityId=${incident}&Limit=100`);
    const audited = (audit.items as unknown[]).length;
    const answered = story.changes.get(incident) ?? 0;
    if (audited !== byPeople.length || answered > audited)
      wrong.push(
        `${incident}: ${answered} changes answered 200, ${byPeople.length} in the history, ${audited} audited`,
      );
    const history = await town.history(incident);
    for (const line of history) {
      const names = /Told instead: (.*)\.$/.exec(line)?.[1];
      if (names && entries.every(({ status }) => status !== 'Sent'))
        wrong.push(`the history says “${line}”, and nothing was sent`);
    }
  }
  for (const { id, channel, status, bundledIn, reason, attempts } of entries) {
    logged.add(id);
    const count = left(bundledIn ?? id);
    const entry = `${channel} ${id} is ${status} (${reason}), ${attempts.length} attempts`;
    const mustHaveLeft = status === 'Sent' || status === 'Delivered';
    if (mustHaveLeft && count === 0) wrong.push(`${entry}, and never left`);
    if (status === 'Queued') wrong.push(`${entry}, for good`);
    if (status === 'Dropped' && left(id) > 0) wrong.push(`${entry}, and left ${left(id)} times`);
    const undelivered = story.undelivered.get(id)?.size ?? 0;
    if (status === 'Failed' && left(id) > undelivered)
      wrong.push(`${entry}, left ${left(id)} times, and did not arrive ${undelivered} times`);
  }
  for (const [key, count] of copies)
    if (count > 0 && !logged.has(key)) wrong.push(`${key} left, and no record has it`);
  const doubles = [...copies.values()].reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  const deaths = processes.filter(({ wasKilled }) => wasKilled).length;
  const stalls = processes.reduce((sum, one) => sum + one.stalls, 0);
  // A process works on several lanes at once: each may be cut off. What it could not store it knows as long as it
  // lives, and it alone. What the log says got no answer was sent again.
  const unanswered = entries
    .flatMap(({ attempts, bundledIn }) => (bundledIn === null ? attempts : []))
    .filter(({ code, error }) => error && !/^\d+$/.test(code ?? '')).length;
  const excused = deaths * lanesCount + unanswered + (livesOn ? 0 : stalls * lanesCount);
  if (doubles > excused) wrong.push(`${doubles} doubles with ${deaths} deaths, ${stalls} stalls`);
  const counted = processes.reduce((sum, { sent }) => sum + sent, 0);
  const messages = [...copies.values()].reduce((sum, count) => sum + count, 0);
  if (counted > messages) wrong.push(`the metrics count ${counted} of ${messages} messages`);
  figures.messages += messages;
  figures.doubles += doubles;
  return wrong;
}

const lanesCount = 5;
