import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decide } from '../../src/alerting/decide.ts';
import {
  alertingOf,
  type IncidentDocument,
  type IncidentEvent,
} from '../../src/incidents/index.ts';
import type { DeliveryDocument } from '../../src/notifications/index.ts';
import { dropReason } from '../../src/notifications/judge.ts';
import { words } from '../../src/sentences/index.ts';
import { act, opened, sceneAt, start, type TimelineTeam } from './timeline.ts';

/**
 * Every order in which two readers, two senders and somebody who acknowledges can take their steps, with one crash
 * anywhere. The decision is the real one; the store keeps the conditions of the real writes (due-incidents.ts,
 * outcomes.ts). No claim keeps the workers apart: what holds here holds when a claim has run out. No two of them decide
 * at the same instant.
 */
interface World {
  incident: IncidentDocument;
  /** By key. */
  messages: Record<string, { state: DeliveryDocument['state']; delivery: DeliveryDocument }>;
  /** Keys, as they went out. */
  sent: string[];
  workers: Worker[];
  crashesLeft: number;
  team: TimelineTeam;
}

type Reader = {
  kind: 'reader';
  at: 'look' | 'store' | 'write' | 'done';
  /** When it decides. */
  now: number;
  decision?: ReturnType<typeof decide>;
  stored: number;
};
type SenderWorker = { kind: 'sender'; at: 'look' | 'send' | 'note' | 'done'; key?: string };
type Acknowledger = {
  kind: 'acknowledger';
  at: 'look' | 'write' | 'done';
  seen?: IncidentDocument;
};
/** Notes that nothing of the first tier has arrived. */
type Noter = { kind: 'noter'; at: 'note' | 'done'; now: number };
type Worker = Reader | SenderWorker | Acknowledger | Noter;

const now = start + 5 * 60_000;
const after5 = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };
const atOnce = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 0 };
const twoTiers: TimelineTeam = { tiers: [after5, {}], onDuty: [['A'], ['B']] };
/** The third follows the second at once. */
const threeTiers: TimelineTeam = { tiers: [after5, atOnce, {}], onDuty: [['A'], ['B'], ['C']] };

/** An incident whose first tier was alerted five minutes ago: the second is due. */
function dueForTierTwo(team: TimelineTeam): IncidentDocument {
  const incident = opened('T', 'Warning');
  const decision = decide(incident, sceneAt({ T: team }, [], start));
  return { ...decision.after, alerting: { ...decision.state, nextAt: new Date(now) } };
}

function firstWorld(team: TimelineTeam, workers: Worker[], crashesLeft: number): World {
  return { incident: dueForTierTwo(team), messages: {}, sent: [], workers, crashesLeft, team };
}

/** Takes one step of a worker; null when it has nothing to do. */
function step(world: World, index: number): World | null {
  const worker = world.workers[index];
  if (!worker || worker.at === 'done') return null;
  const next: World = {
    ...world,
    messages: { ...world.messages },
    sent: [...world.sent],
    workers: world.workers.map((one) => ({ ...one })),
  };
  const own = next.workers[index] as Worker;
  if (own.kind === 'reader') read(next, own);
  else if (own.kind === 'sender') send(next, own);
  else if (own.kind === 'noter') note(next, own);
  else acknowledge(next, own);
  return next;
}

function read(world: World, worker: Reader): void {
  const { nextAt } = alertingOf(world.incident);
  if (worker.at === 'look') {
    if (!nextAt || nextAt.getTime() > worker.now) {
      worker.at = 'done';
      return;
    }
    worker.decision = decideAt(world, worker.now);
    worker.stored = 0;
    worker.at = worker.decision.deliveries.length > 0 ? 'store' : 'write';
    return;
  }
  const { decision } = worker;
  if (!decision) return;
  if (worker.at === 'store') {
    // One by one: a crash may leave some of them.
    const delivery = decision.deliveries[worker.stored];
    if (delivery) world.messages[delivery._id] ??= { state: delivery.state, delivery };
    worker.stored += 1;
    if (worker.stored >= decision.deliveries.length) worker.at = 'write';
    return;
  }
  const { before, after, state } = decision;
  const isOurs = alertingOf(world.incident).revision === alertingOf(before).revision;
  if (isOurs && world.incident.version === before.version)
    world.incident = { ...after, alerting: state };
  else if (isOurs && before === after) {
    // What was done stays done; when it is due next, the change has said.
    const { nextAt: _, ...progress } = state;
    const kept = alertingOf(world.incident).nextAt;
    world.incident = {
      ...world.incident,
      alerting: { ...progress, ...(kept ? { nextAt: kept } : {}) },
    };
  }
  worker.at = 'look';
  delete worker.decision;
}

function send(world: World, worker: SenderWorker): void {
  if (worker.at === 'look') {
    const found = Object.entries(world.messages).find(([, { state }]) => state === 'queued');
    if (!found) {
      worker.at = 'done';
      return;
    }
    const [key, { delivery }] = found;
    if (dropReason(delivery, world.incident) !== null) {
      world.messages[key] = { state: 'dropped', delivery };
      return;
    }
    worker.key = key;
    worker.at = 'send';
    return;
  }
  const message = world.messages[worker.key ?? ''];
  if (!message) return;
  if (worker.at === 'send') {
    world.sent.push(worker.key ?? '');
    worker.at = 'note';
    return;
  }
  if (message.state === 'queued') world.messages[worker.key ?? ''] = { ...message, state: 'sent' };
  worker.at = 'look';
}

function note(world: World, worker: Noter): void {
  const alerting = alertingOf(world.incident);
  const step = dueForTierTwo(world.team).alerting?.plans?.[0]?.lastStep ?? '';
  const at = new Date(worker.now);
  const failing = [{ step, at, why: words('Connection refused.') }];
  world.incident = {
    ...world.incident,
    alerting: { ...alerting, failing, revision: alerting.revision + 1, nextAt: at },
  };
  worker.at = 'done';
}

function acknowledge(world: World, worker: Acknowledger): void {
  if (worker.at === 'look') {
    worker.seen = world.incident;
    worker.at = 'write';
    return;
  }
  if (!worker.seen || worker.seen.version !== world.incident.version) {
    worker.at = 'look';
    return;
  }
  const after = act(worker.seen, { intent: 'Investigated', by: 'A' }, new Date(now));
  world.incident = {
    ...after,
    // The same in every world, so that two ways to one state are seen to be that.
    events: after.events.with(-1, { ...(after.events.at(-1) as IncidentEvent), id: 'event-2' }),
    alerting: { ...world.incident.alerting, nextAt: new Date(now) },
  };
  worker.at = 'done';
}

/** A process dies where it is, and another one takes its place. */
function crash(world: World, index: number): World | null {
  const worker = world.workers[index];
  if (world.crashesLeft === 0 || !worker || worker.at === 'done' || worker.at === 'look')
    return null;
  if (worker.kind === 'acknowledger' || worker.kind === 'noter') return null;
  const workers = world.workers.map((one, other): Worker => {
    if (other !== index) return one;
    return worker.kind === 'reader'
      ? reader(worker.now - now + 90_000)
      : { kind: 'sender', at: 'look' };
  });
  return { ...world, workers, crashesLeft: world.crashesLeft - 1 };
}

/** Every world in which nobody has anything left to do, and how many there are on the way. */
function explore(first: World): { ends: World[]; seen: number } {
  const seen = new Set<string>();
  const ends: World[] = [];
  const open = [first];
  for (let world = open.pop(); world; world = open.pop()) {
    const key = keyOf(world);
    if (seen.has(key)) continue;
    seen.add(key);
    const next = world.workers.flatMap((_, index) => {
      const steps = [step(world, index), crash(world, index)];
      return steps.filter((one) => one !== null);
    });
    if (next.length === 0) ends.push(settled(world));
    else open.push(...next);
  }
  return { ends, seen: seen.size };
}

/** Timers run again and again: whoever is done looks once more, until nothing changes. */
function settled(world: World): World {
  let present = world;
  for (let rounds = 0; rounds < 20; rounds += 1) {
    let next: World | null = { ...present, workers: [reader(), sender()] };
    for (let turn = 0; next && turn < 60; turn += 1) {
      present = next;
      next = step(present, 0) ?? step(present, 1);
    }
  }
  return present;
}

const incidentKeys = new WeakMap<IncidentDocument, string>();

/** Many worlds have the same incident. */
function keyOfIncident(incident: IncidentDocument): string {
  const known = incidentKeys.get(incident);
  if (known !== undefined) return known;
  const ids = incident.events.map(({ id }) => id);
  const key = hash('md5', JSON.stringify([incident.version, ids, incident.alerting]));
  incidentKeys.set(incident, key);
  return key;
}

const decisions = new Map<string, ReturnType<typeof decide>>();

function decideAt({ incident, team }: World, instant: number): ReturnType<typeof decide> {
  const key = `${keyOfIncident(incident)} ${instant} ${team.tiers.length}`;
  const known = decisions.get(key) ?? decide(incident, sceneAt({ T: team }, [], instant));
  decisions.set(key, known);
  return known;
}

function keyOf({ incident, messages, sent, workers, crashesLeft }: World): string {
  return JSON.stringify([
    keyOfIncident(incident),
    Object.entries(messages).map(([key, { state }]) => [key, state]),
    sent,
    crashesLeft,
    // Two that stand at the same place may change places.
    workers.map((worker) => JSON.stringify(placeOf(worker))).toSorted(),
  ]);
}

function placeOf(worker: Worker): unknown[] {
  const { kind, at } = worker;
  if (worker.kind === 'sender') return [kind, at, worker.key];
  if (worker.kind === 'noter') return [kind, at];
  if (worker.kind === 'acknowledger') return [kind, at, worker.seen?.version];
  const { before, state } = worker.decision ?? {};
  return [kind, at, worker.now, worker.stored, before?.version, state?.revision];
}

const reader = (late = 0): Reader => ({ kind: 'reader', at: 'look', now: now + late, stored: 0 });
const sender = (): SenderWorker => ({ kind: 'sender', at: 'look' });
const acknowledger = (): Acknowledger => ({ kind: 'acknowledger', at: 'look' });

const escalations = ({ incident }: World) =>
  incident.events.filter(({ intent, by }) => intent === 'Escalated' && !by).length;
const mostSends = ({ sent }: World) =>
  Math.max(0, ...[...Map.groupBy(sent, (key) => key).values()].map((group) => group.length));

describe('every interleaving of the workers', () => {
  it.each<[string, Worker[], number]>([
    ['two readers and a sender', [reader(), reader(700), sender()], 0],
    ['two readers and a sender, one of whom dies', [reader(), reader(700), sender()], 1],
    ['a reader and two senders, one of whom dies', [reader(), sender(), sender()], 1],
  ])('%s: each escalation happens once and its message is sent', (_name, workers, crashes) => {
    const { ends, seen } = explore(firstWorld(threeTiers, workers, crashes));
    expect(seen).toBeGreaterThan(50);
    const senders = workers.filter(({ kind }) => kind === 'sender').length;
    for (const end of ends) {
      expect(escalations(end)).toBe(2);
      expect(new Set(end.sent).size).toBe(2);
      // Twice only where a second sender, or the one after a crash, did not know of the first.
      expect(mostSends(end)).toBeLessThanOrEqual(senders + crashes);
    }
  });

  it.each<[string, number, number]>([
    ['before it is due', -59_000, -60_000],
    ['when it is due', 0, 350],
  ])(
    'with somebody who brings the next tier forward %s: it is told once',
    (_when, late, notedAt) => {
      const noter: Noter = { kind: 'noter', at: 'note', now: now + notedAt };
      const workers = [reader(late), reader(late + 700), sender(), noter];
      const { ends, seen } = explore(firstWorld(threeTiers, workers, 1));
      expect(seen).toBeGreaterThan(50);
      for (const end of ends) {
        expect(escalations(end)).toBe(2);
        expect(new Set(end.sent).size).toBe(2);
      }
    },
  );

  it('with somebody who acknowledges meanwhile: told or dropped, never neither, and no state twice', () => {
    const workers = [reader(), reader(700), sender(), acknowledger()];
    const { ends } = explore(firstWorld(twoTiers, workers, 1));
    const outcomes = new Set<string>();
    for (const end of ends) {
      expect(escalations(end)).toBeLessThanOrEqual(1);
      expect(end.incident.events.filter(({ intent }) => intent === 'Investigated')).toHaveLength(1);
      const alerts = Object.values(end.messages).filter(({ delivery }) => delivery.isAlert);
      for (const { state } of alerts) {
        expect(['sent', 'dropped']).toContain(state);
        outcomes.add(state);
      }
      if (escalations(end) === 1) expect(alerts).toHaveLength(1);
    }
    expect([...outcomes].toSorted()).toEqual(['dropped', 'sent']);
  });
});
