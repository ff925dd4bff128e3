import type { IncidentDocument } from '../incidents/index.ts';
import { type Claim, claim } from '../jobs/index.ts';
import type { World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import type { Sentence } from '../sentences/index.ts';
import type { Lease } from './beginnings.ts';
import type { Contact } from './contact.ts';
import { type DeliveryDocument, deliveriesOf, deliveryModel } from './delivery.ts';
import { dropReason } from './judge.ts';
import { type LaneReads, messagesMax } from './lane-reads.ts';
import type { Lane } from './lanes.ts';
import { brokenResult, type Outcomes } from './outcomes.ts';
import type { DueMessage, MessageResult, OutgoingMessage } from './outgoing-message.ts';

/**
 * Longer than the slowest message takes, an e-mail with 40 s; each begins with a new one. After a crash the messages
 * are due again as soon as the process is known to be dead.
 */
export const leaseMilliseconds = 60_000;

/** In which order, how many together and when the messages to a contact leave: `person-turn.ts` and `tool-turn.ts`. */
export interface LaneRules {
  /** A turn sees messages, too, whose time has not come. It does not take them. */
  readonly alsoWaiting: boolean;
  /**
   * When a new message would leave that may leave at `at`: one that has to wait anyway need not be looked at before.
   */
  earliest(delivery: DeliveryDocument, at: Date): Date;
  /** Sends the messages of a turn, or postpones them. */
  tell(turn: Turn): Promise<void>;
}

/** The parts that all turns of a lane share. */
export interface LaneWork {
  world: World;
  processes: Processes;
  lane: Lane;
  rules: LaneRules;
  reads: LaneReads;
  outcomes: Outcomes;
  send(message: OutgoingMessage): Promise<MessageResult>;
}

/** The messages of one contact that this process has taken, and what can be done with them while they are its own. */
export interface Turn {
  contact: Contact;
  /** Messages to be sent, the severest and oldest first. */
  messages: readonly DueMessage[];
  /** All that were read: also those that wait, that another process has taken or that are void. */
  queued: readonly DeliveryDocument[];
  /** The ones that are ours, void or not. */
  taken: readonly DeliveryDocument[];
  /** Null when a turn takes all that is due. Else the messages that were found due: there may be more. */
  full: readonly DeliveryDocument[] | null;
  /** Keeps messages ours that wait while others of the turn are sent. */
  keep(messages: readonly DueMessage[]): Promise<void>;
  /** Leaves messages to whoever looks at `at` or later. */
  postpone(messages: readonly DueMessage[], at: Date): Promise<void>;
  /** Ends messages that wait and are not to be sent any more. */
  drop(some: readonly DeliveryDocument[], reason: Sentence): Promise<void>;
  /** False when it did not go out: it is void, or has to be tried again. */
  send(message: DueMessage, bundle?: Bundle): Promise<boolean>;
}

/** Messages that one message tells beside itself. */
export type Bundle = Pick<OutgoingMessage, 'others' | 'unnamed'>;

/**
 * Takes what is due for a contact, and drops what is void by now. A claim keeps the messages to one process; that an
 * attempt begins once is `Outcomes`' own mark, which also outlives the process.
 */
export async function claimTurn(work: LaneWork, contact: Contact): Promise<Turn> {
  const { world, processes, lane, rules, reads, outcomes } = work;
  const now = world.clock.now();
  // Where nobody else could take the messages meanwhile, their incident need not wait for them.
  const early = processes.exclusive() && contact.incidentId ? [contact.incidentId] : [];
  const [queued, known] = await Promise.all([
    reads.queued(contact, rules.alsoWaiting),
    reads.incidents(early),
  ]);
  const found = queued.filter(({ nextAt }) => nextAt && nextAt <= now);
  const model = deliveryModel(world.store);
  const claims = { model, dueAt: 'nextAt', takenBy: 'takenBy', leaseMilliseconds };
  const { documents, held } = await claim(world, processes, claims, found);
  const taken = await outcomes.withoutNoted(documents);
  const ids = taken.flatMap(({ incidentId }) => incidentId ?? []);
  const incidents = early.length > 0 ? known : await reads.incidents(ids);
  const messages = await withoutVoid(outcomes, taken, incidents);

  /** Updates the messages that are still queued, and ours. */
  async function update(some: readonly DueMessage[], change: object): Promise<void> {
    const _id = { $in: some.map(({ delivery }) => delivery._id) };
    await deliveriesOf(world).updateMany({ _id, state: 'queued', ...held }, change);
  }

  return {
    contact,
    messages,
    queued,
    taken,
    full: found.length < messagesMax ? null : found,
    async keep(some) {
      if (processes.exclusive() || some.length === 0) return;
      await update(some, { $set: leaseOf(work) });
    },
    drop: (some, reason) => outcomes.drop(some, reason),
    postpone: (some, at) => update(some, { $set: { nextAt: at }, $unset: { takenBy: 1 } }),
    send: (message, bundle = { others: [], unnamed: 0 }) =>
      attempt(work, { ...message, lane, ...bundle }, held),
  };
}

function leaseOf({ world, processes }: LaneWork): Lease {
  if (processes.exclusive()) return {};
  return { nextAt: new Date(world.clock.now().getTime() + leaseMilliseconds) };
}

/** Drops those that are not to be sent any more, and gives the others. */
async function withoutVoid(
  outcomes: Outcomes,
  taken: readonly DeliveryDocument[],
  incidents: ReadonlyMap<string, IncidentDocument>,
): Promise<DueMessage[]> {
  const live: DueMessage[] = [];
  const dropped: { delivery: DeliveryDocument; reason: Sentence }[] = [];
  for (const delivery of taken) {
    const incident = incidents.get(delivery.incidentId ?? '');
    const reason = dropReason(delivery, incident);
    if (reason === null) live.push({ delivery, incident: incident ?? null });
    else dropped.push({ delivery, reason });
  }
  for (const group of Map.groupBy(dropped, ({ reason }) => reason.code).values())
    for (const { reason } of group.slice(0, 1))
      await outcomes.drop(
        group.map(({ delivery }) => delivery),
        reason,
      );
  return live;
}

/** One attempt at a message, marked before it begins and noted when it has ended. */
async function attempt(
  work: LaneWork,
  message: OutgoingMessage,
  held: Claim<DeliveryDocument>['held'],
): Promise<boolean> {
  const { world, outcomes, send } = work;
  const begun = await outcomes.begin(message, held, leaseOf(work));
  if (!begun) return false;
  const since = performance.now();
  const result = await send(message).catch((error: unknown) => {
    world.log.error({ err: error, delivery: message.delivery._id }, 'a send broke');
    return brokenResult;
  });
  return outcomes.end(begun, result, Math.round(performance.now() - since));
}
