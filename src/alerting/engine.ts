import {
  type AlertingWrite,
  dueIncidents,
  type IncidentDocument,
  onIncidentDue,
  postponeDue,
  removeIncident,
  takeDue,
  writeAlerting,
} from '../incidents/index.ts';
import { divide, randomId, systemContext, type Task, type World } from '../kernel/index.ts';
import type { Sender } from '../notifications/index.ts';
import { isRush, makeWay } from '../pace/index.ts';
import type { Processes } from '../processes/index.ts';
import { recordExecutions } from '../routing/index.ts';
import { type Decision, decide } from './decide.ts';
import { takeTurnOf } from './round-robins.ts';
import type { SceneCache } from './scene-cache.ts';

export interface Alerting {
  task: Task;
  stop(): void;
}

export interface AlertingOptions {
  cache: SceneCache;
  sender: Pick<Sender, 'enqueue'>;
  /** Starts the task. */
  poke(task: string): void;
}

const taskName = 'alerting';
/** Decided together: one read, one write of messages, one write of incidents. */
const batchSize = 20;
/** How often one incident may be due again within a run. */
const looksMax = 50;
const postponedMilliseconds = 60_000;

/**
 * Reads incidents that are due and does what follows from them, the severest first: messages are stored under keys that make
 * storing them again harmless, then the incident is told what was done, on the condition that it has not changed. A crash between
 * the two repeats the decision.
 */
export function createAlerting(
  world: World,
  processes: Processes,
  { cache, sender, poke }: AlertingOptions,
): Alerting {
  const unsubscribe = onIncidentDue(world, () => poke(taskName));

  /** Until nothing is due, what became due meanwhile included. */
  async function run(stopping: AbortSignal): Promise<void> {
    const looks = new Map<string, number>();
    while (!stopping.aborted) {
      const now = world.clock.now();
      const due = await dueIncidents(world, now, batchSize);
      if (due.length === 0) return;
      const taken = processes.exclusive() ? due : await takeDue(world, due, now, randomId());
      for (const { _id } of taken) looks.set(_id, (looks.get(_id) ?? 0) + 1);
      const begun = performance.now();
      const restless = taken.filter(({ _id }) => (looks.get(_id) ?? 0) > looksMax);
      if (restless.length > 0) await postpone(restless, 'it never comes to rest');
      await actOn(taken.filter((incident) => !restless.includes(incident)));
      // Senders of alerts come first. Outside of a rush, only a long queue is in their way.
      if (isRush(world) || due.length === batchSize) {
        const kind = due[0]?.severity === 'Critical' ? 'tellingCritical' : 'telling';
        await makeWay(world, kind, performance.now() - begun);
      }
    }
  }

  async function postpone(incidents: readonly IncidentDocument[], why: string): Promise<void> {
    const ids = incidents.map(({ _id }) => _id);
    world.log.error({ incidents: ids, why }, 'incidents are looked at again in a minute');
    await postponeDue(world, ids, new Date(world.clock.now().getTime() + postponedMilliseconds));
  }

  async function actOn(incidents: readonly IncidentDocument[]): Promise<void> {
    if (incidents.length === 0) return;
    const decisions = await decideAll(incidents);
    await sender.enqueue(decisions.flatMap(({ deliveries }) => deliveries));
    await recordExecutions(
      world,
      decisions.flatMap(({ executions }) => executions),
    );
    const [expired, others] = divide(decisions, ({ isToBeDeleted }) => isToBeDeleted);
    await writeAlerting(world, others satisfies readonly AlertingWrite[]);
    for (const { before } of expired)
      await removeIncident(systemContext(world, before.organizationId), before);
  }

  async function decideAll(incidents: readonly IncidentDocument[]): Promise<Decision[]> {
    const scene = await cache.sceneFor(incidents, new Map());
    const decisions: Decision[] = [];
    for (const incident of incidents) {
      try {
        const decision = decide(incident, scene);
        decisions.push(decision.missingTurns.size === 0 ? decision : await withTurns(decision));
      } catch (error) {
        // One that cannot be decided must not hold up the others.
        world.log.error({ err: error, incident: incident._id }, 'an incident was not decided');
        await postpone([incident], 'deciding it failed');
      }
    }
    return decisions;
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
    stop: unsubscribe,
  };
}
