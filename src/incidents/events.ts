import type { IncidentEvent } from './model.ts';

/** Spec 2.6: updates from an integration that are kept between two interactions of people. */
export const integrationUpdatesMax = 256;

/** What one document holds at most, however often people interact in between. */
export const eventsKeptMax = 2048;

/**
 * `events` with `event` behind them. Past 256 integration updates without an interaction the oldest of
 * them goes, never the opening: its attribute values have been overwritten by newer ones.
 */
export function appendEvent(
  events: readonly IncidentEvent[],
  event: IncidentEvent,
): IncidentEvent[] {
  const kept = [...events, event];
  if (kept.length <= integrationUpdatesMax) return kept;
  const lastInteraction = kept.findLastIndex((item) => !isFromIntegration(item));
  const run = kept.length - 1 - lastInteraction;
  if (run > integrationUpdatesMax) kept.splice(oldestUpdate(kept, lastInteraction + 1), 1);
  if (kept.length > eventsKeptMax) kept.splice(oldestUpdate(kept, 0), 1);
  return kept;
}

function isFromIntegration(event: IncidentEvent): boolean {
  return event.by?.kind === 'integration';
}

function oldestUpdate(events: readonly IncidentEvent[], from: number): number {
  const found = events.findIndex(
    (event, index) => index >= from && isFromIntegration(event) && event.intent === 'Updated',
  );
  return found >= 0 ? found : from;
}
