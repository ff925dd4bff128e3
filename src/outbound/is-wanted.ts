import { channelsFor, hasChannels } from './chat-message.ts';
import type { Intent } from './delivery.ts';
import type { OutboundIntegration } from './integrations.ts';
import { isOnlyForPeople } from './only-for-people.ts';

/** An event of an incident, as far as it decides who is told. */
export interface Occasion {
  intent: Intent;
  severity: string;
  /** Whom this event forwards the incident to; null for every other event. */
  forwardedTo: string | null;
  /** Outbound integrations that earlier events forwarded the incident to. */
  forwardedBefore: readonly string[];
  isSnoozed: boolean;
}

/**
 * Whether the integration is told. Without `triggersOnlyOnForwarded` it is told everything; with it, only from the
 * first forward to it on. With `skipUpdatingAfterForwarding` nothing after a forward but the next forward. A snoozed
 * incident only goes where somebody forwards it. Pure.
 */
export function isWanted({ id, wire }: OutboundIntegration, occasion: Occasion): boolean {
  if (wire.isPaused || isOnlyForPeople(wire)) return false;
  if (!takesSeverity(wire, occasion.severity)) return false;
  if (isSame(occasion.forwardedTo, id)) return true;
  if (occasion.isSnoozed) return false;
  const wasForwarded = occasion.forwardedBefore.some((other) => isSame(other, id));
  if (wasForwarded) return !wire.skipUpdatingAfterForwarding;
  return !wire.triggersOnlyOnForwarded;
}

/** Whether the event becomes a message of its own, which no later event changes. Pure. */
export function isSnapshot(
  { id, wire }: OutboundIntegration,
  { forwardedTo }: Pick<Occasion, 'forwardedTo'>,
): boolean {
  return isSame(forwardedTo, id) && wire.skipUpdatingAfterForwarding === true;
}

/** False where channels are chosen by severity and none is chosen for this one. */
function takesSeverity(wire: OutboundIntegration['wire'], severity: string): boolean {
  return [wire.slackSettings, wire.mattermostSettings].every(
    (settings) => !settings || !hasChannels(settings) || channelsFor(settings, severity).length > 0,
  );
}

function isSame(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
