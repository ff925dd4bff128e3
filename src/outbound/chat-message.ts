import { NotSent } from './exchange.ts';
import type { Job } from './tool.ts';

/** One message per place, which later events change. */
export interface ChatMessage {
  place: string;
  /** Returns the id of the new message. */
  post(): Promise<string>;
  update(id: string): Promise<unknown>;
  /** Tells what happened below the message; absent where the tool has no threads. */
  reply?(id: string): Promise<unknown>;
  /** The message of an update is gone: it is posted again. */
  isGone(error: NotSent): boolean;
}

export async function sendChatMessage(
  { sent, delivery, report }: Job<unknown>,
  { place, post, update, reply, isGone }: ChatMessage,
): Promise<string> {
  const known = sent.at(place);
  if (known !== null && !sent.isNew(place)) {
    try {
      await sent.once(`${place}:update`, () => update(known));
    } catch (error) {
      if (!(error instanceof NotSent) || !isGone(error)) throw error;
      await sent.forget(place);
    }
  }
  const id = await sent.made(place, { make: post });
  const { intent } = delivery.event;
  // The message itself tells of the opening, also when another event was faster.
  const isWorthALine = intent !== 'Created' && (intent !== 'Updated' || report.message !== null);
  if (reply && isWorthALine && !sent.isNew(place))
    await sent.once(`${place}:reply`, () => reply(id));
  return id;
}

interface Channels {
  selectedChannelIds?: string[] | null;
  severityBasedChannelSettings?: {
    selectedChannelIdsMinor?: string[] | null;
    selectedChannelIdsWarning?: string[] | null;
    selectedChannelIdsCritical?: string[] | null;
  } | null;
}

/** Where an incident of this severity goes; channels by severity come first. */
export function channelsFor(settings: Channels, severity: string): readonly string[] {
  const bySeverity = settings.severityBasedChannelSettings;
  const lists: Record<string, string[] | null | undefined> = {
    Minor: bySeverity?.selectedChannelIdsMinor,
    Warning: bySeverity?.selectedChannelIdsWarning,
    Critical: bySeverity?.selectedChannelIdsCritical,
  };
  return (hasChannelsBySeverity(settings) ? lists[severity] : settings.selectedChannelIds) ?? [];
}

/** Where what is about no incident goes: wherever incidents of some severity do. */
export function everyChannel(settings: Channels): readonly string[] {
  const { severityBasedChannelSettings: bySeverity } = settings;
  if (!hasChannelsBySeverity(settings)) return settings.selectedChannelIds ?? [];
  return [...new Set(Object.values(bySeverity ?? {}).flatMap((ids) => ids ?? []))];
}

export function hasChannels(settings: Channels): boolean {
  return (settings.selectedChannelIds?.length ?? 0) > 0 || hasChannelsBySeverity(settings);
}

function hasChannelsBySeverity({ severityBasedChannelSettings }: Channels): boolean {
  return Object.values(severityBasedChannelSettings ?? {}).some((ids) => (ids?.length ?? 0) > 0);
}

/** The channels of the severity, and those where the incident already has a message. */
export function channelsOf({ sent, report }: Job<unknown>, settings: Channels): string[] {
  return [...new Set([...channelsFor(settings, report.severity), ...toldChannels(sent)])];
}

/** Where the incident already has a message. What else is kept of it has a colon in its name. */
export function toldChannels(sent: Job<unknown>['sent']): string[] {
  return sent.places().filter((place) => !place.includes(':'));
}

/**
 * Runs for each channel although one fails; then the first failure counts, those worth another attempt before others.
 */
export async function inEach(
  channels: readonly string[],
  send: (channel: string) => Promise<string>,
): Promise<string | null> {
  const ids: string[] = [];
  const failures: NotSent[] = [];
  for (const channel of channels)
    try {
      ids.push(await send(channel));
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      failures.push(error);
    }
  const failure = failures.find(({ result }) => result.outcome === 'retry') ?? failures[0];
  if (failure) throw failure;
  return ids[0] ?? null;
}
