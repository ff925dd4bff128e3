import { type ChannelName, registry } from '../channels/index.ts';
import { isToolLane, type Lane } from '../notifications/index.ts';
import type { SnapshotFacts } from './snapshot.ts';

/** A fault during a run, from its beginning to its end. */
export type Fault =
  /** A carrier or mail server takes nothing for now: each attempt is tried again. Without a name: all of phones. */
  | { fault: 'CarrierDown'; carrier: string | null }
  /** It refuses each message for good. */
  | { fault: 'CarrierRefuses'; carrier: string | null }
  /** Nothing is taken for now by any way of the channel. */
  | { fault: 'ChannelDown'; channel: ChannelName }
  /** A tool takes nothing for now; null: none does. */
  | { fault: 'ToolDown'; outboundIntegrationId: string | null };

/** The outcome of an attempt. */
export type AttemptOutcome = 'sent' | 'retry' | 'refused';

/**
 * Gives the outcome of an attempt to reach one receiver. The first of several carriers that takes a message sends it,
 * so a channel fails only when none of its carriers works; one that may take it later outweighs one that never will.
 */
export function outcomesUnder(
  faults: readonly Fault[],
  { channels }: Pick<SnapshotFacts, 'channels'>,
): (lane: Lane, ownerId: string) => AttemptOutcome {
  const byLane = new Map<Lane, AttemptOutcome>();
  const ofLane = (lane: ChannelName): AttemptOutcome => {
    if (faults.some((one) => one.fault === 'ChannelDown' && one.channel === lane)) return 'retry';
    const { carriers } = channels[lane];
    const outcomes = (carriers.length > 0 ? carriers : [null]).map((carrier) =>
      outcomeBy(carrier, lane, faults),
    );
    return (['sent', 'retry', 'refused'] as const).find((one) => outcomes.includes(one)) ?? 'sent';
  };
  return (lane, ownerId) => {
    if (isToolLane(lane)) return isToolDown(ownerId, faults) ? 'retry' : 'sent';
    const known = byLane.get(lane) ?? ofLane(lane);
    byLane.set(lane, known);
    return known;
  };
}

function outcomeBy(
  carrier: string | null,
  lane: ChannelName,
  faults: readonly Fault[],
): AttemptOutcome {
  const isOfPhones = registry[lane].reachedBy === 'phone';
  const concerns = (name: string | null) => (name === null ? isOfPhones : name === carrier);
  const has = (kind: 'CarrierDown' | 'CarrierRefuses') =>
    faults.some((one) => one.fault === kind && concerns(one.carrier));
  if (has('CarrierDown')) return 'retry';
  return has('CarrierRefuses') ? 'refused' : 'sent';
}

function isToolDown(ownerId: string, faults: readonly Fault[]): boolean {
  return faults.some(
    (one) =>
      one.fault === 'ToolDown' &&
      (one.outboundIntegrationId === null || one.outboundIntegrationId === ownerId),
  );
}
