import type { World } from '../kernel/index.ts';
import type { DueMessage } from './outgoing-message.ts';
import { type LaneRules, leaseMilliseconds, type Turn } from './turn.ts';

/** How long the messages behind one that failed wait with it. */
const orderedPauseMilliseconds = 15_000;
/** Channels of one tool that are reminded at the same time. */
const remindersAtOnce = 10;

/** A tool is told of an incident in order: it must not hear of the end before the beginning. */
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
    const before = queued.filter(
      ({ _id, dueAt }) => dueAt < first.delivery.dueAt && !ours.has(_id),
    );
    if (before.length === 0) return null;
    const now = clock.now();
    // One that was due is under way in another process.
    const underWay = after(leaseMilliseconds);
    const turns = before.map(({ nextAt }) => (nextAt && nextAt > now ? nextAt : underWay));
    return new Date(Math.max(...turns.map((at) => at.getTime())));
  }

  return {
    // They may have to come first.
    alsoWaiting: true,
    earliest: (_delivery, at) => at,
    tell: (turn) => (turn.contact.incidentId === null ? remind(turn) : tellInOrder(turn)),
  };
}

/** Reminders of different channels and days: none waits for another that fails. */
async function remind({ messages, keep, send }: Turn): Promise<void> {
  for (let start = 0; start < messages.length; start += remindersAtOnce) {
    const end = start + remindersAtOnce;
    const group = messages.slice(start, end);
    await keep(messages.slice(end));
    await Promise.all(group.map((one) => send(one)));
  }
}

/** Where what a message tells stands in the history of its incident. */
function placeOf({ delivery: { eventId }, incident }: DueMessage): number {
  return incident?.events.findIndex(({ id }) => id === eventId) ?? 0;
}
