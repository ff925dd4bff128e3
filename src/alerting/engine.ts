import {
  type AlertingWrite,
  dueIncidents,
  holdsOthers,
  type IncidentDocument,
  lookAtHeld,
  lookAtMerged,
  nextDueAt,
  onIncidentDue,
  postponeDue,
  removeIncident,
  takeDue,
  writeAlerting,
} from '../incidents/index.ts';
import { createDueLoop, type DueWork } from '../jobs/index.ts';
import { divide, systemContext, type Task, type World } from '../kernel/index.ts';
import type { Sender } from '../notifications/index.ts';
import { makeWay, noteLateness, rushOf, Sparingly } from '../pace/index.ts';
import type { Processes } from '../processes/index.ts';
import { recordExecutions } from '../routing/index.ts';
import type { Journey } from '../tracing/index.ts';
import { type Decision, decide } from './decide.ts';
import { takeTurnOf } from './round-robins.ts';
import type { SceneCache } from './scene-cache.ts';
import { traceDecisions } from './trace-decisions.ts';

export interface Engine {
  task: Task;
  /** From now on the task runs as soon as an incident is due. */
  start(): void;
  stop(): void;
}

export interface EngineOptions {
  cache: SceneCache;
  sender: Pick<Sender, 'store'>;
  /** Starts the task. */
  poke(task: string): void;
  journey?: Pick<Journey, 'decision'> | undefined;
}

const taskName = 'alerting';
/** Decided together: one read, one write of messages, one write of incidents. */
const batchSize = 50;
/** How much of a rush does not count as one. */
const calm = 0.3;

/**
 * Reads incidents that are due and does what follows from them, the severest first: messages are stored under keys that
 * make storing them again harmless, then the incident is told what was done, on the condition that it has not changed.
 * A crash between the two repeats the decision.
 */
export function createEngine(
  world: World,
  processes: Processes,
  { cache, sender, poke, journey }: EngineOptions,
): Engine {
  let unsubscribe: (() => void) | undefined;
  const run = createDueLoop<IncidentDocument>(world, {
    what: 'what is due of an incident',
    async find(now, limit) {
      const found = await dueIncidents(world, now, limit);
      if (found.length < limit) noteLateness(world, taskName, 0);
      return found;
    },
    take: (found) => takeDue(world, processes, found),
    act: actOn,
    postpone: (incident, until) => postponeDue(world, incident, until),
    together: batchSize,
    atOnce: 1,
    rest: createRest(world),
  });

  async function actOn(incidents: readonly IncidentDocument[]): Promise<void> {
    const scene = await cache.sceneFor(incidents, new Map());
    cache.note(incidents);
    const decisions: Decision[] = [];
    for (const incident of incidents) {
      const first = decide(incident, scene);
      const decision = first.missingTurns.size === 0 ? first : await withTurns(first);
      cache.note([decision.after]);
      decisions.push(decision);
    }
    const send = await sender.store(decisions.flatMap(({ deliveries }) => deliveries));
    await recordExecutions(
      world,
      decisions.flatMap(({ executions }) => executions),
    );
    // Before it is noted that this was told: after a crash it is done again.
    const leaders = decisions.filter(concernsParts);
    if (leaders.length > 0) await lookAtMerged(world, idsOf(leaders));
    const awaited = decisions.filter(
      (one) => isNoReason(one) && scene.hasWaiting(one.before.organizationId),
    );
    if (awaited.length > 0) await lookAtHeld(world, idsOf(awaited));
    const [expired, others] = divide(decisions, ({ isToBeDeleted }) => isToBeDeleted);
    await writeAlerting(world, others satisfies readonly AlertingWrite[]);
    // Not before: a message may tell of what the decision has added to its incident.
    send();
    if (journey)
      traceDecisions(journey, decisions, { startedAt: scene.now, until: world.clock.now() });
    for (const { before } of expired) {
      cache.noteGone(before);
      await removeIncident(systemContext(world, before.organizationId), before);
    }
  }

  /** Each round takes the turns of one tier; a tier whose people cannot be reached needs the next one's. */
  async function withTurns({ before, missingTurns }: Decision): Promise<Decision> {
    const turns = new Map<string, number>();
    let missing = missingTurns;
    for (;;) {
      for (const key of missing) turns.set(key, await takeTurnOf(world, before, key));
      const decision = decide(before, await cache.sceneFor([before], turns));
      if (decision.missingTurns.size === 0) return decision;
      missing = decision.missingTurns;
    }
  }

  return {
    task: { name: taskName, everySeconds: 1, everywhere: true, run },
    start() {
      unsubscribe = onIncidentDue(world, () => poke(taskName));
    },
    stop: () => unsubscribe?.(),
  };
}

/** Rests between two batches, of which the last one took so many milliseconds. */
function createRest(world: World): NonNullable<DueWork<IncidentDocument>['rest']> {
  const sparingly = new Sparingly();
  /** Milliseconds since the oldest was due, as far as is known. */
  let late = 0;
  const measure = async () => {
    const oldest = await nextDueAt(world);
    late = oldest === null ? 0 : world.clock.now().getTime() - oldest.getTime();
  };
  return async (found, milliseconds) => {
    // Senders of alerts come first, unless people wait for too long. Where few come, only a long queue is in their way.
    const isAll = found.length < batchSize;
    if (rushOf(world) < calm && isAll) return;
    const kind = found[0]?.severity === 'Critical' ? 'tellingCritical' : 'telling';
    // Incidents that are not critical may have waited for longer than those that were found.
    if (isAll) late = 0;
    else await sparingly.run(measure);
    noteLateness(world, taskName, late);
    await makeWay(world, kind, milliseconds, late);
  };
}

function idsOf(decisions: readonly Decision[]): string[] {
  return decisions.map(({ before }) => before._id);
}

/** Nobody is told of it any more, or it is part of another one itself: what is part of it has to be looked at. */
function concernsParts({ before }: Decision): boolean {
  const { alerting, eventsTotalCount, isArchived, mergedInto, status } = before;
  const isNews = eventsTotalCount > (alerting?.announced ?? 0);
  return isNews && (status === 'Resolved' || isArchived || mergedInto !== undefined);
}

/** Something happened, and nothing waits for it any more. */
function isNoReason({ before, isToBeDeleted }: Decision): boolean {
  if (isToBeDeleted) return true;
  return before.eventsTotalCount > (before.alerting?.announced ?? 0) && !holdsOthers(before);
}
