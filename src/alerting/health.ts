import type { OutboundClient } from '../egress/index.ts';
import { addRemark, alertingOf, incidentsById, nextDueAt } from '../incidents/index.ts';
import { repeatableId, type Task, type World } from '../kernel/index.ts';
import {
  type ChannelWatch,
  type DeliveryDocument,
  type DownChannel,
  errorOf,
  lanes,
  overdueMessages,
  traitsOf,
} from '../notifications/index.ts';
import { say } from '../sentences/index.ts';
import { type IncidentCounts, incidentCounter } from './count-incidents.ts';

/** How far alerting is behind, and what it has in hand. */
interface AlertingHealth extends Pick<IncidentCounts, 'openIncidents' | 'heldIncidents'> {
  /** Seconds that the oldest thing has been due; 0 when nothing is. */
  oldestIncidentDueSeconds: number;
  oldestMessageDueSeconds: number;
  /** By channel, of messages that were tried and have to be tried again; 0 where there is none. */
  oldestRetrySeconds: Readonly<Record<string, number>>;
  /** Channels that fail whoever the message is for. */
  channelsDown: readonly DownChannel[];
  /** Seconds that the first hold of a kind has been over and is not ended; none where all are ended. */
  holdsOverSeconds: Readonly<Record<string, number>>;
  /** Organizations in which nothing is held back because of another incident: too many are open. */
  organizationsNotHolding: number;
}

export interface HealthOptions {
  /** Tells the rest of the process, for its metrics and probes. */
  report(health: AlertingHealth): void;
  watch: ChannelWatch;
  organizationsNotHolding(): number;
  outbound: OutboundClient;
  /** Pinged while all is well; undefined: nobody waits for it. */
  heartbeatUrl: string | undefined;
}

/** Later than this, people are not told in time: no heartbeat then, so that whoever waits for it raises the alarm. */
const healthySeconds = 60;
/** Then the history of an incident says that nobody has been reached; before, the second attempt may. */
const remarkSeconds = 30;

/** Measures how far behind alerting is, and says so outside while it is not. */
export function healthTask(world: World, options: HealthOptions): Task {
  const count = incidentCounter(world);
  return {
    name: 'alerting-health',
    everySeconds: 15,
    everywhere: true,
    async run() {
      const channelsDown = await options.watch.look();
      const organizationsNotHolding = options.organizationsNotHolding();
      const known = { channelsDown, organizationsNotHolding };
      const { health, unreached } = await measure(world, known, count);
      options.report(health);
      if (!isHealthy(health, world.clock.now()))
        world.log.warn(
          { ...health, openIncidents: undefined, heldIncidents: undefined },
          'people are told late',
        );
      else if (options.heartbeatUrl !== undefined)
        await beat(world, options.outbound, options.heartbeatUrl);
      await remark(world, unreached);
    },
  };
}

function isHealthy(health: AlertingHealth, now: Date): boolean {
  const { oldestIncidentDueSeconds, oldestMessageDueSeconds, channelsDown } = health;
  const delays = Object.values(health.holdsOverSeconds);
  if (Math.max(oldestIncidentDueSeconds, oldestMessageDueSeconds, ...delays) > healthySeconds)
    return false;
  return channelsDown.every(
    ({ since }) => now.getTime() - since.getTime() <= healthySeconds * 1000,
  );
}

/** The history of an incident says once why nobody has been reached. */
async function remark(world: World, unreached: readonly DeliveryDocument[]): Promise<void> {
  const latest = new Date(world.clock.now().getTime() - remarkSeconds * 1000);
  const firstTry = ({ attempts: [first] }: DeliveryDocument) => first?.at.getTime() ?? 0;
  const mayHave = ({ unanswered }: DeliveryDocument) => (unanswered ? 0 : 1);
  // Several may have been due at once, and a store gives them in any order. It is said of one that may have arrived,
  // else of what was tried first.
  const late = unreached
    .filter(({ dueAt }) => dueAt <= latest)
    .toSorted((one, other) => mayHave(one) - mayHave(other) || firstTry(one) - firstTry(other));
  const incidents = await incidentsById(
    world,
    late.flatMap(({ incidentId }) => incidentId ?? []),
  );
  for (const { incidentId, lane, because, attempts, unanswered } of late) {
    const incident = incidents.get(incidentId ?? '');
    const last = attempts.at(-1);
    const why = last && errorOf(last);
    if (!incident || !why) continue;
    const { generation } = alertingOf(incident);
    await addRemark(world, incident, {
      id: repeatableId(incident.createdAt.getTime(), incident._id, `unreached yet ${generation}`),
      message: say(unanswered ? 'nobodyReachedUnanswered' : 'nobodyReachedYet', {
        channel: traitsOf(lane).title,
        because,
        why,
      }),
    });
  }
}

async function measure(
  world: World,
  known: Pick<AlertingHealth, 'channelsDown' | 'organizationsNotHolding'>,
  count: () => Promise<IncidentCounts>,
): Promise<{ health: AlertingHealth; unreached: readonly DeliveryDocument[] }> {
  const [incident, messages, { holdsOver, ...counts }] = await Promise.all([
    nextDueAt(world),
    overdueMessages(world, new Set(known.channelsDown.map(({ lane }) => lane))),
    count(),
  ]);
  const now = world.clock.now().getTime();
  const late = (due: Date | null | undefined) =>
    due ? Math.max(0, (now - due.getTime()) / 1000) : 0;
  const { oldestDueAt, oldestRetryAt, unreached } = messages;
  const health = {
    oldestIncidentDueSeconds: late(incident),
    oldestMessageDueSeconds: late(oldestDueAt),
    oldestRetrySeconds: Object.fromEntries(
      lanes.map((lane) => [lane, late(oldestRetryAt.get(lane))]),
    ),
    holdsOverSeconds: Object.fromEntries([...holdsOver].map(([hold, at]) => [hold, late(at)])),
    ...known,
    ...counts,
  };
  return { health, unreached };
}

async function beat(world: World, outbound: OutboundClient, url: string): Promise<void> {
  try {
    const { status } = await outbound.request(url, { timeoutMilliseconds: 5000 });
    if (status >= 400) world.log.warn({ status }, 'the heartbeat of alerting was refused');
  } catch (error) {
    world.log.warn({ err: error }, 'the heartbeat of alerting did not arrive');
  }
}
