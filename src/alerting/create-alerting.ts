import type { IncidentDocument } from '../incidents/index.ts';
import { systemContext, type Task, type World } from '../kernel/index.ts';
import {
  createSender,
  quietUntil,
  type SenderOptions,
  type SendMessage,
  tracedSend,
} from '../notifications/index.ts';
import type { Processes } from '../processes/index.ts';
import { silenceEnd } from '../silences/index.ts';
import type { Journey } from '../tracing/index.ts';
import { adoptTask } from './adopt-shadows.ts';
import { auditTask } from './audit.ts';
import { dutyChangeTask } from './await-duty.ts';
import { clockTask } from './clock-watch.ts';
import { createEngine } from './engine.ts';
import { type HealthOptions, healthTask } from './health.ts';
import { userGroupTask } from './keep-user-groups.ts';
import { onCallReminderTask } from './remind-on-call.ts';
import { nextTurnOf } from './round-robins.ts';
import { SceneCache } from './scene-cache.ts';
import type { SceneAt } from './scene-of.ts';
import { agentDayTask } from './tell-agent-days.ts';
import { coverTask } from './tell-cover-requests.ts';
import { handOverTask } from './tell-hand-overs.ts';
import { shadowTask } from './tell-shadow-runs.ts';
import { shiftsAheadTask } from './tell-shifts-ahead.ts';
import { subscriberTask } from './tell-subscribers.ts';
import { windowTask } from './tell-windows.ts';
import { type UrgencyNow, urgencyNow } from './urgency-now.ts';
import { type WhoIsNext, whoIsNext } from './who-is-next.ts';

export interface Alerting {
  /** The reader of incidents and the lanes of messages. */
  tasks: readonly Task[];
  /** The scenes in which an incident is decided at any time, whatever becomes of it: for previews. */
  scenesFor(incident: IncidentDocument): Promise<SceneAt>;
  /** Who is told next of an incident, and when, or why nobody is. */
  whoIsNext(incident: IncidentDocument): Promise<WhoIsNext>;
  /** How urgent the incident is now, and why. */
  urgencyOf(incident: IncidentDocument): Promise<UrgencyNow>;
  start(): void;
  stop(): void;
}

export interface AlertingOptions {
  channels: SenderOptions['channels'];
  send: SendMessage;
  /** Starts a task at once. */
  poke: SenderOptions['poke'];
  onFinished: SenderOptions['onFinished'];
  /** Where steps are traced. */
  journey?: Pick<Journey, 'decision' | 'message'> | undefined;
  health: Pick<HealthOptions, 'report' | 'outbound' | 'heartbeatUrl'> & {
    onClockJump: Parameters<typeof clockTask>[1];
  };
}

/** The way from a changed incident to messages that are sent. */
export function createAlerting(
  world: World,
  processes: Processes,
  { channels, send: sendMessage, poke, onFinished, journey, health }: AlertingOptions,
): Alerting {
  const cache = new SceneCache(world, processes, channels);
  const send = journey ? tracedSend(world, journey, sendMessage) : sendMessage;
  const sender = createSender(world, processes, { channels, send, poke, onFinished });
  const engine = createEngine(world, processes, { cache, sender, poke, journey });
  return {
    tasks: [
      dutyChangeTask(world, cache),
      engine.task,
      handOverTask(world, channels, sender),
      shiftsAheadTask(world, processes, channels, sender),
      coverTask(world, channels, sender),
      shadowTask(world, channels, sender),
      adoptTask(world),
      agentDayTask(world, channels, sender),
      onCallReminderTask(world, sender),
      userGroupTask(world, sender),
      windowTask(world, sender),
      subscriberTask(world, sender),
      ...sender.tasks,
      healthTask(world, {
        ...health,
        watch: sender.watch,
        organizationsNotHolding: () => cache.tooManyOpen(),
      }),
      clockTask(world, health.onClockJump),
      auditTask(world, processes, cache),
    ],
    scenesFor: (incident) => cache.scenesFor(incident),
    whoIsNext: (incident) =>
      whoIsNext(incident, world.clock.now(), {
        sceneFor: (one, turns, now) => cache.sceneFor([one], turns, now),
        turnOf: (key) => nextTurnOf(world, key),
        silenceEnd: (id) => silenceEnd(systemContext(world, incident.organizationId), id),
        quietUntil: () => quietUntil(world, incident._id),
      }),
    async urgencyOf(incident) {
      const now = world.clock.now();
      const scene = await cache.sceneFor([incident], new Map(), now);
      return urgencyNow(incident, scene.urgency(incident), now);
    },
    start: engine.start,
    stop: engine.stop,
  };
}
