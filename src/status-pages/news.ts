import { type Span, spansOf } from '../incident-days/index.ts';
import type { AffectingIncident, Severity } from '../incidents/index.ts';
import {
  effectsOn,
  type MaintenanceTime,
  nextTimeOf,
  type Service,
  type ServiceMaintenance,
  timesOf,
} from '../services/index.ts';
import { type PageSource, publicMessages } from './page-content.ts';
import type { PublicMessage } from './public-incidents.ts';
import { publicTitle } from './public-title.ts';
import {
  type PublicText,
  type PublicUpdate,
  type PublicUpdateState,
  saidAt,
  textIn,
  textsOf,
} from './public-updates.ts';

/** A piece of news for subscribers. */
export interface News {
  /** With the page, what makes telling it twice harmless. */
  key: string;
  /** When it is told; those who subscribed later are not. */
  dueAt: Date;
  kind:
    | 'incident-opened'
    | 'incident-changed'
    | 'incident-message'
    | 'incident-resolved'
    | 'incident-reopened'
    | 'maintenance-planned'
    | 'maintenance-begun'
    | 'maintenance-ended'
    | 'maintenance-called-off'
    | 'update';
  /** The incident, the maintenance or the first of updates that follow each other: mails about one are a thread. */
  subjectId: string;
  /** Null where the page does not show it. */
  title: string | null;
  /** Severity of an incident; null for other news. */
  severity: Severity | null;
  services: string[];
  message: string | null;
  start: Date;
  end: Date | null;
  /** Only for maintenance, as the next two. */
  maintenanceId?: string;
  /** The time after this one, of what comes again. */
  next?: MaintenanceTime | null;
  /** When the last time is over that subscribers know of by it. Stored only with what was told last. */
  until?: Date;
  /** Only for updates. */
  update?: { id: string; state: PublicUpdateState | null; texts: PublicText[] };
}

/**
 * How long a change of state that nobody has said anything about has to last: what is over before that is on the page,
 * and not worth a mail to every customer.
 */
const settleMilliseconds = 120_000;
/** A message this shortly before the opening is told by itself: it may not have been stored when that was told. */
const lateMilliseconds = 5_000;

/** As of a page, with whole incidents: news quotes them. */
type NewsSource = Omit<PageSource, 'incidents'> & { incidents: readonly AffectingIncident[] };

/** The news that became due after `since` and up to `until`, oldest first. Pure. */
export function newsOf(source: NewsSource, since: Date, until: Date): News[] {
  const { publicHideIncidentDetails: hides, publicHideMaintenances } = source.page.wire;
  const all = [
    ...source.incidents.flatMap((incident) => incidentNews(source, incident)),
    ...(hides ? [] : source.updates.flatMap((update) => updateNews(source, update))),
    ...(publicHideMaintenances
      ? []
      : source.maintenances.flatMap((one) => plannedNews(source, one, since, until))),
  ];
  return all
    .filter(({ dueAt }) => dueAt > since && dueAt <= until)
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
}

/** A time in which the incident affected the page without a break. */
interface Period {
  spans: Span[];
  start: number;
  end: number;
}

function incidentNews(source: NewsSource, incident: AffectingIncident): News[] {
  const { services, page } = source;
  const { publicHideIncidentDetails: hides, publicShowIncidentTitles: showsTitles } = page.wire;
  // Without titles nothing is said of an incident that nobody has said anything about.
  const isLoud = hides || showsTitles;
  const since = affectsSince(incident, services);
  const messages = hides ? [] : publicMessages(incident).toReversed().map(toSaid);
  const effects = effectsOn([...services.values()])(incident);
  const affecting = spansOf(incident).filter(({ severity }) =>
    effects.some(({ at }) => at.includes(severity)),
  );
  const own = effects.flatMap(({ service, at }) =>
    affecting.some(({ severity }) => at.includes(severity)) ? [service] : [],
  );
  const spans = affecting.flatMap((span) =>
    span.end > since ? [{ ...span, start: Math.max(span.start, since) }] : [],
  );
  const told = {
    subjectId: incident._id,
    title: showsTitles && !hides ? publicTitle(incident.title) : null,
    services: own.map(({ wire }) => wire.publicTitle),
  };
  const news: News[] = [];
  for (const [place, period] of periodsOf(spans).entries()) {
    const { start, end } = period;
    // A message at the very end belongs to this period, too.
    const said = messages.filter(({ at }) => at.getTime() >= start && at.getTime() <= end);
    const [first] = said;
    const isSettled = end - start >= settleMilliseconds;
    if (!first && !(isSettled && isLoud)) continue;
    const settled = start + settleMilliseconds;
    const isEarly = first && first.at.getTime() < settled - lateMilliseconds;
    const opensWith = first && (isEarly || !isLoud) ? first : null;
    const dueAt = opensWith ? opensWith.at.getTime() : settled;
    const isOver = Number.isFinite(end);
    const closesWith = isOver ? said.findLast(({ at }) => at.getTime() === end) : undefined;
    const common = { ...told, start: new Date(start), end: isOver ? new Date(end) : null };
    const severityAt = (instant: number) =>
      period.spans.findLast((span) => span.start <= instant)?.severity ?? null;
    if (opensWith === null || opensWith !== closesWith)
      news.push({
        ...common,
        end: null,
        key: `${incident._id} opened ${place}`,
        dueAt: new Date(dueAt),
        kind: place === 0 ? 'incident-opened' : 'incident-reopened',
        severity: severityAt(dueAt),
        message: opensWith?.text ?? null,
      });
    for (const message of said)
      if (message !== opensWith && message !== closesWith)
        news.push({
          ...common,
          end: null,
          key: `${incident._id} message ${message.id}`,
          dueAt: message.at,
          kind: 'incident-message',
          severity: severityAt(message.at.getTime()),
          message: message.text,
        });
    for (const span of period.spans.slice(1)) {
      const changedAt = span.start + settleMilliseconds;
      if (!isLoud || span.start < dueAt || span.end < changedAt) continue;
      news.push({
        ...common,
        end: null,
        key: `${incident._id} changed ${span.start}`,
        dueAt: new Date(changedAt),
        kind: 'incident-changed',
        severity: span.severity,
        message: null,
      });
    }
    if (isOver)
      news.push({
        ...common,
        key: `${incident._id} resolved ${place}`,
        dueAt: new Date(Math.max(end, dueAt)),
        kind: 'incident-resolved',
        severity: severityAt(end),
        message: closesWith?.text ?? null,
      });
  }
  return [...news, ...afterwards(incident, messages, spans, told)];
}

function toSaid({ id, at, texts }: PublicMessage): { id: string; at: Date; text: string } {
  return { id, at, text: textIn(texts, 'en') };
}

/** The news about an update, as the page has it. */
function updateNews({ services, updates }: NewsSource, update: PublicUpdate): News[] {
  const named = update.wire.serviceIds.flatMap(
    (id) => services.get(id.toLowerCase())?.wire.publicTitle ?? [],
  );
  const texts = textsOf(update, named);
  return [
    {
      key: `${update.id} update`,
      dueAt: saidAt(update),
      kind: 'update',
      subjectId: firstOf(update, updates).id,
      title: null,
      severity: null,
      services: named,
      message: textIn(texts, 'en'),
      start: saidAt(update),
      end: null,
      update: { id: update.id, state: update.wire.state, texts },
    },
  ];
}

/** How long after one update the next one about the same services follows it. */
const followsMilliseconds = 24 * 3_600_000;

/** The update that began it. */
function firstOf(update: PublicUpdate, updates: readonly PublicUpdate[]): PublicUpdate {
  let first = update;
  for (const earlier of updates.toReversed()) {
    const ago = saidAt(first).getTime() - saidAt(earlier).getTime();
    if (ago <= 0 || ago > followsMilliseconds || earlier.wire.state === 'Resolved') continue;
    const isSame = earlier.wire.serviceIds.some((id) => first.wire.serviceIds.includes(id));
    if (isSame) first = earlier;
  }
  return first;
}

/** Messages at times when nothing is open, as after the end: they say how it came about. */
function afterwards(
  incident: AffectingIncident,
  messages: readonly { id: string; at: Date; text: string }[],
  spans: readonly Span[],
  told: Pick<News, 'subjectId' | 'title' | 'services'>,
): News[] {
  const [first] = spans;
  if (!first) return [];
  const isWithin = (at: number) => spans.some(({ start, end }) => start <= at && at <= end);
  return messages
    .filter(({ at }) => at.getTime() > first.start && !isWithin(at.getTime()))
    .map(({ id, at, text }) => ({
      ...told,
      key: `${incident._id} message ${id}`,
      dueAt: at,
      kind: 'incident-message',
      severity: null,
      message: text,
      start: new Date(first.start),
      end: new Date(Math.max(...spans.map(({ end }) => end))),
    }));
}

function periodsOf(spans: readonly Span[]): Period[] {
  const periods: Period[] = [];
  for (const span of spans) {
    const last = periods.at(-1);
    if (last && last.end === span.start) {
      last.spans.push(span);
      last.end = span.end;
    } else periods.push({ spans: [span], start: span.start, end: span.end });
  }
  return periods;
}

/** Since when it is known to affect the page: somebody may have said so later. */
function affectsSince(
  { events, integrationId, teamIds }: AffectingIncident,
  services: ReadonlyMap<string, Service>,
): number {
  const mapped = { serviceIds: [], integrationId, teamIds };
  if (effectsOn([...services.values()])(mapped).length > 0) return Number.NEGATIVE_INFINITY;
  const said = events.find(({ intent, options }) => {
    const named = options?.services as { ids?: readonly string[] } | undefined;
    return intent === 'Affects' && named?.ids?.some((id) => services.has(id.toLowerCase()));
  });
  return said?.at.getTime() ?? Number.NEGATIVE_INFINITY;
}

function plannedNews(
  { services }: NewsSource,
  maintenance: ServiceMaintenance,
  since: Date,
  until: Date,
): News[] {
  const { id, wire, createdAt, updatedAt } = maintenance;
  const named = wire.serviceIds.flatMap(
    (serviceId) => services.get(serviceId.toLowerCase())?.wire.publicTitle ?? [],
  );
  if (named.length === 0) return [];
  // With other times it is another plan.
  const { recurrences } = wire;
  const plan = [wire.start, wire.end, ...(recurrences?.map((one) => JSON.stringify(one)) ?? [])];
  const told = (time: MaintenanceTime) => ({
    ...placed(time, nextTimeOf(maintenance, time.end.getTime())),
    maintenanceId: id,
    title: wire.displayName,
    severity: null,
    services: named,
    message: wire.publicDescription || null,
  });
  const planned = nextTimeOf(maintenance, updatedAt.getTime());
  const isAhead = planned !== null && updatedAt < planned.start;
  const news: News[] = isAhead
    ? [
        {
          ...told(planned),
          key: `${id} planned ${plan.join(' ')}`,
          dueAt: updatedAt,
          kind: 'maintenance-planned',
        },
      ]
    : [];
  // A time that ends or begins at a bound counts, too; a time that an edit leaves under way is told to have begun then.
  for (const time of timesOf(maintenance, since.getTime() - 1, until.getTime() + 1)) {
    const { start, end } = time;
    // Written down afterwards.
    if (createdAt >= end) continue;
    const times = keyOf(maintenance, time);
    if (updatedAt < end)
      news.push({
        ...told(time),
        key: `${id} begun ${times}`,
        dueAt: later(start, updatedAt),
        kind: 'maintenance-begun',
      });
    news.push({
      ...told(time),
      key: `${id} ended ${times}`,
      // An edit may end it.
      dueAt: later(end, updatedAt),
      kind: 'maintenance-ended',
    });
  }
  return news;
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function keyOf({ id, wire }: ServiceMaintenance, time: MaintenanceTime): string {
  return time.id === id
    ? `${wire.start} ${wire.end}`
    : `${time.start.toISOString()} ${time.end.toISOString()}`;
}

/** The members of news about one time of a maintenance. */
function placed({ id: subjectId, start, end }: MaintenanceTime, next: MaintenanceTime | null) {
  return { subjectId, start, end, next, until: next?.end ?? end };
}

/**
 * The news of times of which subscribers were told, where the maintenance is deleted, or changed so that they are over
 * before they were to be, or will not be. `told` is what was told last of each, `present` what is left of them. Pure.
 */
export function overtakenNews(
  told: readonly News[],
  present: ReadonlyMap<string, ServiceMaintenance>,
  now: Date,
): News[] {
  return told.flatMap((last) => overtaken(last, present.get(last.maintenanceId ?? ''), now));
}

function overtaken(last: News, maintenance: ServiceMaintenance | undefined, now: Date): News[] {
  const next = maintenance ? nextTimeOf(maintenance, now.getTime()) : null;
  const { kind, subjectId, start, end } = last;
  const isAhead = end !== null && end > now;
  const early =
    kind === 'maintenance-begun' && isAhead ? endedEarly(last, maintenance, next, now) : [];
  if (next || kind === 'maintenance-called-off') return early;
  // A plan is told of once for all its times.
  const awaited =
    kind === 'maintenance-planned' && isAhead ? { id: subjectId, start, end } : last.next;
  return awaited && awaited.end > now ? [...early, calledOff(last, awaited, now)] : early;
}

/** That a time is over of which was said that it would last longer. */
function endedEarly(
  last: News,
  maintenance: ServiceMaintenance | undefined,
  next: MaintenanceTime | null,
  now: Date,
): News[] {
  const { subjectId: id, start } = last;
  const times = maintenance ? timesOf(maintenance, start.getTime(), now.getTime() + 1) : [];
  const time = times.find((one) => one.id === id);
  if (time && time.end > now) return [];
  const ended = placed({ id, start, end: time?.end ?? now }, next);
  const what = maintenance && time ? keyOf(maintenance, time) : `for good ${start.toISOString()}`;
  const key = `${last.maintenanceId} ended ${what}`;
  return [{ ...last, ...ended, key, dueAt: now, kind: 'maintenance-ended' }];
}

function calledOff(last: News, time: MaintenanceTime, now: Date): News {
  const key = `${last.maintenanceId} called off ${time.start.toISOString()} ${time.end.toISOString()}`;
  return { ...last, ...placed(time, null), key, dueAt: now, kind: 'maintenance-called-off' };
}
