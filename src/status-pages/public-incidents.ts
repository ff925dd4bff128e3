import type { Span } from '../incident-days/index.ts';
import type { Severity } from '../incidents/index.ts';
import { repeatableId } from '../kernel/index.ts';
import type { PublicText, PublicUpdateState } from './public-updates.ts';
import { worstOf } from './states.ts';

/** For customers, one incident: a time in which something was wrong with services, or was talked about. */
export interface PublicIncident {
  id: string;
  /** Now, or the worst it was; null where nothing was wrong and somebody said something. */
  severity: Severity | null;
  startedAt: Date;
  endedAt: Date | null;
  services: NamedService[];
  /** Newest first; none where the page hides details. */
  messages: PublicMessage[];
  /** The latest of the incidents behind it, newest first; without titles unless the page shows them. */
  incidents: { id: string; title: string | null }[];
}

export interface PublicMessage {
  id: string;
  at: Date;
  state: PublicUpdateState | null;
  texts: PublicText[];
}

export interface NamedService {
  id: string;
  title: string;
}

/** A time in which an incident affected a service. */
export interface IncidentSpan extends Span {
  incidentId: string;
}

/** A message about the service. */
export interface SaidOf {
  at: number;
  message: PublicMessage;
}

/** For customers, a problem that comes back within this time was there all the time. */
const breakMilliseconds = 15 * 60_000;
/** A message this long after the end still belongs to the incident: it says how it came about. */
const afterwardsMilliseconds = 24 * 3_600_000;
/** A message this long before the first alert belongs to the incident: people saw it earlier. */
const beforehandMilliseconds = 3_600_000;

/** The most incidents of one service; older ones that are still open come in addition. */
const shownMax = 500;

interface Episode {
  /** None where nothing was wrong, and somebody said something. */
  spans: IncidentSpan[];
  start: number;
  end: number;
  messages: PublicMessage[];
}

/** The latest incidents of one service, as customers see them; spans and messages come oldest first. Pure. */
export function incidentsOfService(
  service: NamedService,
  spans: readonly IncidentSpan[],
  said: readonly SaidOf[],
  now: number,
): PublicIncident[] {
  const episodes = episodesOf(spans, now);
  for (const { at, message } of said) placeFor(episodes, at, message, now).messages.push(message);
  const latest = episodes.length - shownMax;
  return episodes
    .filter(({ end }, place) => place >= latest || end > now)
    .map((episode) => publicIncident(service, episode, now));
}

function episodesOf(spans: readonly IncidentSpan[], now: number): Episode[] {
  const episodes: Episode[] = [];
  for (const span of spans) {
    // It may be announced to begin later.
    if (span.start > now) break;
    const last = episodes.at(-1);
    if (last && span.start <= last.end + breakMilliseconds) {
      last.spans.push(span);
      last.end = Math.max(last.end, span.end);
    } else episodes.push({ spans: [span], start: span.start, end: span.end, messages: [] });
  }
  return episodes;
}

/** The episode that the message is about, or a new one if nothing was wrong. */
function placeFor(episodes: Episode[], at: number, { state }: PublicMessage, now: number): Episode {
  const isOver = state === 'Resolved';
  // Whatever was only talked about is over with it.
  if (isOver)
    for (const one of episodes)
      if (one.spans.length === 0 && one.end > at) one.end = Math.max(at, one.start);
  const known =
    episodes
      .filter(({ start, end }) => start <= at && at <= Math.min(end, now) + afterwardsMilliseconds)
      .reduce<Episode | null>((a, b) => (a && a.start > b.start ? a : b), null) ??
    episodes.find(({ start }) => start > at && start <= at + beforehandMilliseconds);
  if (known) return known;
  const own = { spans: [], start: at, end: isOver ? at : Number.POSITIVE_INFINITY, messages: [] };
  episodes.push(own);
  return own;
}

function publicIncident(
  service: NamedService,
  { spans, start, end, messages }: Episode,
  now: number,
): PublicIncident {
  const current = spans.filter((span) => span.start <= now && now < span.end);
  const isOpen = spans.length === 0 ? end > now : current.length > 0;
  const worst = worstOf((isOpen ? current : spans).map(({ severity }) => severity));
  return {
    id: repeatableId(start, 'public-incident', service.id),
    severity: worst === 'operational' || worst === 'maintenance' ? null : worst,
    startedAt: new Date(start),
    // Closed for now, and open again later where somebody said so: it is over until then.
    endedAt: isOpen ? null : new Date(Math.min(end, now)),
    services: [service],
    messages: messages.toReversed(),
    incidents: idsOf(spans).map((id) => ({ id, title: null })),
  };
}

/** Latest first, once each. */
function idsOf(spans: readonly IncidentSpan[]): string[] {
  return [...new Set(spans.toReversed().map(({ incidentId }) => incidentId))];
}

/** Services of which the last thing said was the same stand together. Pure. */
export function together(incidents: readonly PublicIncident[]): PublicIncident[] {
  const groups = Map.groupBy(incidents, ({ id, messages }) => messages[0]?.id ?? id);
  return [...groups.values()].map(([first, ...others]) =>
    others.reduce(joined, first as PublicIncident),
  );
}

function joined(one: PublicIncident, other: PublicIncident): PublicIncident {
  const worst = worstOf([one.severity, other.severity].filter((severity) => severity !== null));
  return {
    id: one.id,
    severity: worst === 'operational' || worst === 'maintenance' ? null : worst,
    startedAt: one.startedAt < other.startedAt ? one.startedAt : other.startedAt,
    endedAt:
      one.endedAt === null || other.endedAt === null
        ? null
        : new Date(Math.max(one.endedAt.getTime(), other.endedAt.getTime())),
    services: onceEach([...one.services, ...other.services]),
    messages: newestFirst(onceEach([...one.messages, ...other.messages])),
    incidents: onceEach([...one.incidents, ...other.incidents]),
  };
}

export function newestFirst(messages: readonly PublicMessage[]): PublicMessage[] {
  return messages.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

function onceEach<One extends { id: string }>(all: readonly One[]): One[] {
  return [...new Map(all.map((one) => [one.id, one])).values()];
}
