import type { World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { DeliveryDocument } from './delivery.ts';
import type { DueMessage } from './outgoing-message.ts';
import { type LaneRules, leaseMilliseconds, type Turn } from './turn.ts';

/** How long the messages behind one that failed wait with it. */
const orderedPauseMilliseconds = 15_000;
/** Reminders and notices that one tool gets at the same time. */
const noticesAtOnce = 10;

/** A tool is told of each thing in order: it must not hear of the end before the beginning. */
export function toolRules({ clock }: Pick<World, 'clock'>): LaneRules {
  const after = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);

  async function tellInOrder(turn: Turn): Promise<void> {
    const messages = turn.messages.toSorted(
      (a, b) => a.delivery.dueAt.getTime() - b.delivery.dueAt.getTime() || placeOf(a) - placeOf(b),
    );
    const turnAt = turnAfterOthers(turn, messages[0]);
    if (turnAt !== null) return turn.postpone(messages, turnAt);
    for (const [index, one] of messages.entries()) {
      await turn.keep(messages.slice(index + 1));
      if (await turn.send(one)) continue;
      // Later messages wait for this one, but not for long, so that a tool that is back is told soon.
      return turn.postpone(messages.slice(index + 1), after(orderedPauseMilliseconds));
    }
  }

  /** When messages before our first one have had their turn; null when none waits. */
  function turnAfterOthers({ queued, taken }: Turn, first: DueMessage | undefined): Date | null {
    if (!first) return null;
    const ours = new Set(taken.map(({ _id }) => _id));
    return turnOf(
      queued.filter(({ _id, dueAt }) => dueAt < first.delivery.dueAt && !ours.has(_id)),
    );
  }

  /** When all of these have had their turn; null where there are none. */
  function turnOf(before: readonly DeliveryDocument[]): Date | null {
    if (before.length === 0) return null;
    const now = clock.now();
    // One that was due is under way in another process.
    const underWay = after(leaseMilliseconds);
    const turns = before.map(({ nextAt }) => (nextAt && nextAt > now ? nextAt : underWay));
    return new Date(Math.max(...turns.map((at) => at.getTime())));
  }

  /**
   * Tells what is about no incident. Reminders of different channels and days, and notices about different things:
   * none waits for another that fails. Among notices about the same, one that failed is dropped once there is a later
   * one.
   */
  async function tellNotices(turn: Turn): Promise<void> {
    const { queued, taken, messages } = turn;
    const ours = new Set(taken.map(({ _id }) => _id));
    const overtaken = queued.filter(
      (one) =>
        one.attempts.length > 0 &&
        (one.sending === undefined || ours.has(one._id)) &&
        queued.some((other) => isBefore(one, other)),
    );
    for (const one of overtaken)
      await turn.drop(
        [one],
        say('noticeOvertaken', { told: one.toolNotice?.title ?? one.because }),
      );
    const live = messages.filter(({ delivery }) => !overtaken.includes(delivery));
    const left = queued.filter((one) => !overtaken.includes(one) && !ours.has(one._id));
    const chains = [...Map.groupBy(live, ({ delivery }) => subjectOf(delivery)).values()];
    for (let start = 0; start < chains.length; start += noticesAtOnce) {
      const end = start + noticesAtOnce;
      await turn.keep(chains.slice(end).flat());
      await Promise.all(chains.slice(start, end).map((chain) => tellChain(turn, chain, left)));
    }
  }

  async function tellChain(
    turn: Turn,
    chain: readonly DueMessage[],
    left: readonly DeliveryDocument[],
  ): Promise<void> {
    const inOrder = chain.toSorted((a, b) => (isBefore(a.delivery, b.delivery) ? -1 : 1));
    for (const [index, one] of inOrder.entries()) {
      const turnAt = turnOf(left.filter((other) => isBefore(other, one.delivery)));
      const rest = inOrder.slice(index);
      if (turnAt !== null) return turn.postpone(rest, turnAt);
      await turn.keep(rest.slice(1));
      // The next turn drops it, if it has not ended otherwise.
      if (!(await turn.send(one))) return turn.postpone(rest.slice(1), clock.now());
    }
  }

  return {
    // They may have to come first.
    alsoWaiting: true,
    earliest: (_delivery, at) => at,
    tell: (turn) => (turn.contact.incidentId === null ? tellNotices(turn) : tellInOrder(turn)),
  };
}

/** Two messages with the same are told in order. */
function subjectOf({ _id, toolNotice }: DeliveryDocument): string {
  return toolNotice?.about ?? _id;
}

/** The first is told before the second, and is old news once that is to be told. */
function isBefore(one: DeliveryDocument, other: DeliveryDocument): boolean {
  if (one._id === other._id || subjectOf(one) !== subjectOf(other)) return false;
  const later = other.dueAt.getTime() - one.dueAt.getTime();
  return later > 0 || (later === 0 && placeAt(one) < placeAt(other));
}

function placeAt({ toolNotice }: DeliveryDocument): number {
  return toolNotice?.place ?? 0;
}

/** Where what a message tells stands in the history of its incident. */
function placeOf({ delivery: { eventId }, incident }: DueMessage): number {
  return incident?.events.findIndex(({ id }) => id === eventId) ?? 0;
}
