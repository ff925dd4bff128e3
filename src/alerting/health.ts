import type { OutboundClient } from '../egress/index.ts';
import { nextDueAt, openIncidentCounts } from '../incidents/index.ts';
import type { Task, World } from '../kernel/index.ts';
import { oldestDueAt } from '../notifications/index.ts';

/** How far alerting is behind, and what it has in hand. */
export interface AlertingHealth {
  /** Seconds that the oldest thing has been due; 0 when nothing is. */
  oldestIncidentDueSeconds: number;
  oldestMessageDueSeconds: number;
  openIncidents: readonly { teamId: string; severity: string; count: number }[];
}

export interface HealthOptions {
  /** Tells the rest of the process, for its metrics and probes. */
  report(health: AlertingHealth): void;
  outbound: OutboundClient;
  /** Pinged while all is well; undefined: nobody waits for it. */
  heartbeatUrl: string | undefined;
}

/** Later than this, people are not told in time: no heartbeat then, so that whoever waits for it raises the alarm. */
const healthySeconds = 60;

/** Measures how far behind alerting is, and says so outside while it is not. */
export function healthTask(world: World, options: HealthOptions): Task {
  const countOpen = openIncidentCounter(world);
  return {
    name: 'alerting-health',
    everySeconds: 15,
    everywhere: true,
    async run() {
      const health = await measure(world, countOpen);
      options.report(health);
      const { oldestIncidentDueSeconds, oldestMessageDueSeconds } = health;
      const late = Math.max(oldestIncidentDueSeconds, oldestMessageDueSeconds);
      if (late > healthySeconds)
        world.log.error({ ...health, openIncidents: undefined }, 'alerting is behind');
      else if (options.heartbeatUrl !== undefined)
        await beat(world, options.outbound, options.heartbeatUrl);
    },
  };
}

type OpenIncidentCounts = AlertingHealth['openIncidents'];

/** Counting reads every open incident: where that takes long, it is done again only after so many times as long. */
const restFactor = 300;
const shortMilliseconds = 100;

function openIncidentCounter(world: World): () => Promise<OpenIncidentCounts> {
  let last: OpenIncidentCounts = [];
  let againAt = 0;
  return async () => {
    const begun = performance.now();
    if (begun < againAt) return last;
    last = await openIncidentCounts(world);
    const took = performance.now() - begun;
    againAt = took < shortMilliseconds ? 0 : begun + took * restFactor;
    return last;
  };
}

async function measure(
  world: World,
  countOpen: () => Promise<OpenIncidentCounts>,
): Promise<AlertingHealth> {
  const [incident, message, openIncidents] = await Promise.all([
    nextDueAt(world),
    oldestDueAt(world),
    countOpen(),
  ]);
  const now = world.clock.now().getTime();
  const late = (due: Date | null) => (due ? Math.max(0, (now - due.getTime()) / 1000) : 0);
  return {
    oldestIncidentDueSeconds: late(incident),
    oldestMessageDueSeconds: late(message),
    openIncidents,
  };
}

async function beat(world: World, outbound: OutboundClient, url: string): Promise<void> {
  try {
    const { status } = await outbound.request(url, { timeoutMilliseconds: 5000 });
    if (status >= 400) world.log.warn({ status }, 'the heartbeat of alerting was refused');
  } catch (error) {
    world.log.warn({ err: error }, 'the heartbeat of alerting did not arrive');
  }
}
