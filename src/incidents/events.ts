import type { IncidentEvent } from './model.ts';

/** Spec 2.6: updates from an integration that are kept between two interactions of people. */
export const integrationUpdatesMax = 256;

/** The most events of one document, however often people interact in between. */
export const eventsKeptMax = 2048;

/** All changes and messages of a history: a document has 16 MB at most. */
const eventBytesMax = 4 * 1024 * 1024;

/**
 * `events` with `event` behind them. Past 256 integration updates without an interaction of a person the
 * oldest of them goes, never the opening: its attribute values have been overwritten by newer ones.
 */
export function appendEvent(
  events: readonly IncidentEvent[],
  event: IncidentEvent,
): IncidentEvent[] {
  const kept = [...events, event];
  if (kept.length > integrationUpdatesMax) foldUpdates(kept);
  return bounded(kept);
}

/** The events of a history that remain when they are appended one by one. */
export function foldEvents(events: readonly IncidentEvent[]): IncidentEvent[] {
  const latestFirst: IncidentEvent[] = [];
  let updates = 0;
  for (const event of events.toReversed()) {
    if (isInteraction(event)) updates = 0;
    else if (isIntegrationUpdate(event)) updates += 1;
    if (updates <= integrationUpdatesMax || !isIntegrationUpdate(event)) latestFirst.push(event);
  }
  return bounded(latestFirst.reverse());
}

/** An update that changes neither status nor severity and says nothing of its own: only the history shows it. */
export function isPlainUpdate(event?: IncidentEvent, before?: IncidentEvent): boolean {
  return (
    event !== undefined &&
    isIntegrationUpdate(event) &&
    event.message === undefined &&
    event.options === undefined &&
    event.status === before?.status &&
    event.severity === before.severity
  );
}

/** Without what is least needed of a history that is too long; `kept` is the caller's own. */
function bounded(kept: IncidentEvent[]): IncidentEvent[] {
  if (kept.length <= eventsKeptMax && mostBytesOf(kept) <= eventBytesMax) return kept;
  let bytes = bytesOfEvents(kept);
  while ((kept.length > eventsKeptMax || bytes > eventBytesMax) && kept.length > 2) {
    const [gone] = kept.splice(leastNeeded(kept), 1);
    if (gone) bytes -= bytesOfEvent(gone);
  }
  return kept;
}

function foldUpdates(events: IncidentEvent[]): void {
  const from = events.findLastIndex(isInteraction) + 1;
  let updates = 0;
  let oldest = -1;
  for (let index = events.length - 1; index >= from; index -= 1) {
    const event = events[index];
    if (!event || !isIntegrationUpdate(event)) continue;
    updates += 1;
    oldest = index;
  }
  if (updates > integrationUpdatesMax) events.splice(oldest, 1);
}

/** A person, or a key on somebody's behalf; timers and integrations do not count. */
function isInteraction({ by }: IncidentEvent): boolean {
  return by?.kind === 'user' || by?.kind === 'key';
}

export function isIntegrationUpdate({ by, intent }: IncidentEvent): boolean {
  return by?.kind === 'integration' && intent === 'Updated';
}

/** The oldest update of an integration, else what is oldest; never the opening, never the newest. */
function leastNeeded(events: readonly IncidentEvent[]): number {
  const update = events.findIndex(
    (event, index) => index > 0 && index < events.length - 1 && isIntegrationUpdate(event),
  );
  return update >= 0 ? update : 1;
}

/** Never less than `bytesOfEvents` and a tenth of its work: a UTF-16 unit is three bytes of UTF-8 at most. */
function mostBytesOf(events: readonly IncidentEvent[]): number {
  let units = 0;
  for (const { changes, message } of events) {
    units += 84 + (message ? JSON.stringify(message).length : 0);
    if (!changes) continue;
    for (const { name, newValue, oldValue } of changes)
      units += 20 + name.length + (newValue?.length ?? 0) + (oldValue?.length ?? 0);
  }
  return units * 3;
}

export function bytesOfEvents(events: readonly IncidentEvent[]): number {
  let bytes = 0;
  for (const event of events) bytes += bytesOfEvent(event);
  return bytes;
}

function bytesOfEvent({ changes, message }: IncidentEvent): number {
  let bytes = 250 + (message ? Buffer.byteLength(JSON.stringify(message)) : 0);
  for (const { name, newValue, oldValue } of changes ?? [])
    bytes += 60 + Buffer.byteLength(name + (newValue ?? '') + (oldValue ?? ''));
  return bytes;
}
