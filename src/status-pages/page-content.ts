import { setImmediate as breath } from 'node:timers/promises';
import type { KeptIncident, Span } from '../incident-days/index.ts';
import type { AffectingIncident, TitledIncident } from '../incidents/index.ts';
import { inEnglish } from '../sentences/index.ts';
import {
  effectsOn,
  nextTimeOf,
  type Service,
  type ServiceMaintenance,
  timesOf,
} from '../services/index.ts';
import {
  type IncidentSpan,
  incidentsOfService,
  type NamedService,
  newestFirst,
  type PublicIncident,
  type PublicMessage,
  type SaidOf,
  together,
} from './public-incidents.ts';
import { publicTitle } from './public-title.ts';
import { type PublicUpdate, saidAt, textsOf } from './public-updates.ts';
import { type PublicState, worstOf } from './states.ts';
import type { StatusPage } from './status-pages.ts';
import { type CountedSpan, type DayHistory, daysUntil, uptimeOf, uptimePercent } from './uptime.ts';

/** All that a page is made of. */
export interface PageSource {
  page: StatusPage;
  /** Services that still exist, by id in lower case. */
  services: ReadonlyMap<string, Service>;
  maintenances: readonly ServiceMaintenance[];
  /** The updates for this page, oldest first. */
  updates: readonly PublicUpdate[];
  incidents: Iterable<PageIncident>;
}

/** The parts of an incident that count for a page. */
export type PageIncident = Pick<
  KeptIncident,
  'id' | 'integrationId' | 'teamIds' | 'serviceIds' | 'isExcluded' | 'status' | 'updatedAt'
> & { spans: readonly Span[] };

/** The content of a page; texts in the languages of readers come later. */
export interface PageContent {
  page: StatusPage;
  at: Date;
  timeZoneId: string;
  state: PublicState;
  groups: ServiceGroup[];
  /** Newest first, as all below. */
  open: PublicIncident[];
  /** The latest incidents of the days that the page shows; none where it shows the present only. */
  past: PublicIncident[];
  current: PublicMaintenance[];
  /** The next one first. */
  upcoming: PublicMaintenance[];
  pastMaintenances: PublicMaintenance[];
}

interface ServiceGroup {
  /** Null for those without a group. */
  id: string | null;
  name: string | null;
  description: string | null;
  services: ServiceContent[];
}

export interface ServiceContent {
  id: string;
  title: string;
  description: string | null;
  state: PublicState;
  /** Null where the page shows the present only. */
  days: DayHistory[] | null;
  /** `99.98`; null without days, and for a service of this very moment. */
  uptimePercent: string | null;
}

/** A time of a maintenance. */
export interface PublicMaintenance {
  /** The id of this time alone, where the maintenance comes again. */
  id: string;
  maintenanceId: string;
  name: string;
  description: string | null;
  start: Date;
  end: Date;
  timeZoneId: string;
  services: NamedService[];
}

const decimalPlacesDefault = 2;
/** Open ones, and past ones, that a page names, and incidents behind each of them. All of them count. */
const namedMax = 500;

/**
 * The content of the page at `now`, without the messages and titles of its incidents: `withTitles` adds them. Pure;
 * where there are very many incidents, other work goes on in between.
 */
export async function pageContent(source: PageSource, now: Date): Promise<PageContent> {
  const { page } = source;
  const { wire } = page;
  const instant = now.getTime();
  const timeZoneId = wire.timeZoneId ?? 'UTC';
  const days = daysUntil(instant, wire.historyInDays, timeZoneId);
  const horizon = days[0]?.start ?? instant;
  const outages = await outagesOf(source);
  const maintenances = wire.publicHideMaintenances
    ? []
    : source.maintenances.flatMap(shown(source, horizon, instant));
  const current = maintenances.filter(({ start, end }) => start <= now && now < end);

  const contentOf = (service: Service): ServiceContent => {
    const planned = maintenances
      .filter(({ services }) => services.some(({ id }) => id === service.id))
      .map(
        ({ start, end }): CountedSpan => ({
          start: start.getTime(),
          end: end.getTime(),
          state: 'maintenance',
          isExcluded: true,
        }),
      );
    const spans: CountedSpan[] = [...(outages.get(service.id) ?? []), ...planned];
    const since = service.createdAt.getTime();
    const uptime = wire.publicDisplayLiveStateOnly
      ? null
      : uptimeOf(spans, days, { since, now: instant });
    return {
      ...named(service),
      description: service.wire.publicDescription || null,
      state: worstOf(spans.filter((span) => isNow(span, instant)).map(({ state }) => state)),
      days: uptime?.days ?? null,
      uptimePercent:
        uptime?.ratio == null
          ? null
          : uptimePercent(uptime.ratio, wire.decimalPlaces ?? decimalPlacesDefault),
    };
  };
  const contents = new Map<string, ServiceContent>();
  for (const [id, service] of source.services) {
    await pause(outages.get(id)?.length);
    contents.set(id, contentOf(service));
  }
  const groups = groupsOf(source, contents);
  const showsPast = !wire.publicDisplayLiveStateOnly;
  const incidents = publicIncidents(source, groups, outages, instant);
  const ofDays = ({ endedAt }: PublicIncident) => endedAt !== null && endedAt.getTime() >= horizon;
  return {
    page,
    at: now,
    timeZoneId,
    state: worstOf(groups.flatMap(({ services }) => services.map(({ state }) => state))),
    groups,
    open: latestOf(incidents.filter(({ endedAt }) => endedAt === null)),
    past: showsPast ? latestOf(incidents.filter(ofDays)) : [],
    current: byStart(current),
    upcoming: byStart(maintenances.filter(({ start, end }) => start > now && end > start)),
    pastMaintenances: byStart(
      maintenances.filter(({ end }) => showsPast && end <= now && end.getTime() >= horizon),
    ).toReversed(),
  };
}

/** The incidents of which the page may quote something. */
export function namedOn({ open, past }: PageContent): string[] {
  return [...open, ...past].flatMap(({ incidents }) => incidents.map(({ id }) => id));
}

/**
 * The page with what its incidents say: public messages, and titles where it shows them. It does not name those that
 * are gone; they count. Pure.
 */
export function withTitles(
  content: PageContent,
  titled: ReadonlyMap<string, TitledIncident>,
): PageContent {
  const { publicHideIncidentDetails, publicShowIncidentTitles } = content.page.wire;
  if (publicHideIncidentDetails) return content;
  const toTitled = (one: PublicIncident): PublicIncident[] => {
    const known = one.incidents.flatMap(({ id }) => titled.get(id) ?? []);
    const messages = newestFirst([...one.messages, ...known.flatMap(publicMessages)]);
    if (known.length === 0 && one.incidents.length > 0 && messages.length === 0) return [];
    const incidents = known.map(({ _id: id, title }) => ({
      id,
      title: publicShowIncidentTitles ? publicTitle(title) : null,
    }));
    return [{ ...one, messages, incidents }];
  };
  return {
    ...content,
    open: together(content.open.flatMap(toTitled)),
    past: together(content.past.flatMap(toTitled)),
  };
}

/** A time in which an incident affected a service, as it counts. */
type Outage = IncidentSpan & CountedSpan;

/** Incidents that are looked at in one go: some milliseconds. */
const portion = 5_000;

/** Before work on so many, others go on. */
async function pause(count = 0): Promise<void> {
  if (count >= portion) await breath();
}

/** The problems of each service, with their times: in the order in which they began. */
async function outagesOf({ services, incidents }: PageSource): Promise<Map<string, Outage[]>> {
  const effectsOf = effectsOn([...services.values()]);
  const outages = new Map<string, Outage[]>();
  let looked = 0;
  for (const incident of incidents) {
    looked += 1;
    if (looked % portion === 0) await breath();
    const { id: incidentId, spans, isExcluded } = incident;
    if (spans.length === 0) continue;
    for (const { service, at } of effectsOf(incident)) {
      const known = outages.get(service.id) ?? [];
      outages.set(service.id, known);
      for (const { start, end, severity } of spans)
        if (at.includes(severity))
          known.push({ start, end, severity, state: severity, isExcluded, incidentId });
    }
  }
  for (const known of outages.values()) {
    await pause(known.length);
    known.sort((a, b) => a.start - b.start);
  }
  return outages;
}

/** The incidents, as customers see them, of the services that the page shows, newest first. */
function publicIncidents(
  { page, updates }: PageSource,
  groups: readonly ServiceGroup[],
  outages: ReadonlyMap<string, IncidentSpan[]>,
  now: number,
): PublicIncident[] {
  const hides = page.wire.publicHideIncidentDetails;
  const shown = new Map(
    groups.flatMap(({ services }) => services.map(({ id, title }) => [id, { id, title }])),
  );
  const said = new Map<string, SaidOf[]>();
  for (const update of hides ? [] : updates) {
    const about = update.wire.serviceIds.flatMap((id) => shown.get(id.toLowerCase()) ?? []);
    const message = publicMessage(update, about);
    for (const { id } of about)
      said.set(id, [...(said.get(id) ?? []), { at: message.at.getTime(), message }]);
  }
  return [...shown.values()]
    .flatMap((service) =>
      incidentsOfService(service, outages.get(service.id) ?? [], said.get(service.id) ?? [], now),
    )
    .map((one) => (hides ? { ...one, incidents: [] } : one))
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
}

function publicMessage(update: PublicUpdate, about: readonly NamedService[]): PublicMessage {
  const titles = about.map(({ title }) => title);
  return {
    id: update.id,
    at: saidAt(update),
    state: update.wire.state,
    texts: textsOf(update, titles),
  };
}

/** The latest of them, with as many incidents behind them. */
function latestOf(incidents: readonly PublicIncident[]): PublicIncident[] {
  let left = namedMax;
  return incidents.slice(0, namedMax).map((one) => {
    const named = one.incidents.slice(0, left);
    left -= named.length;
    return { ...one, incidents: named };
  });
}

/** Newest first. */
export function publicMessages({ events }: Pick<AffectingIncident, 'events'>): PublicMessage[] {
  return events
    .flatMap(({ id, at, message, messageIsPublic }): PublicMessage[] => {
      const text = messageIsPublic && message ? inEnglish(message) : '';
      return text === '' ? [] : [{ id, at, state: null, texts: [{ language: null, text }] }];
    })
    .toReversed();
}

/** How far ahead a page names times of a maintenance that comes again, and how many; the next one in any case. */
const ahead = 31 * 86_400_000;
const aheadMax = 5;

function shown({ services }: PageSource, horizon: number, now: number) {
  return (maintenance: ServiceMaintenance): PublicMaintenance[] => {
    const { id: maintenanceId, wire } = maintenance;
    const next = nextTimeOf(maintenance, now);
    const coming = timesOf(maintenance, now, now + ahead).slice(0, aheadMax);
    const times = [
      ...timesOf(maintenance, horizon, now).filter(({ end }) => end.getTime() <= now),
      ...(coming.length > 0 || next === null ? coming : [next]),
    ];
    const common = {
      maintenanceId,
      name: wire.displayName,
      description: wire.publicDescription || null,
      timeZoneId: wire.timeZoneId ?? 'UTC',
      services: wire.serviceIds.flatMap((serviceId) => {
        const service = services.get(serviceId.toLowerCase());
        return service ? [named(service)] : [];
      }),
    };
    return times.map((time) => ({ ...common, ...time }));
  };
}

function groupsOf(
  { page: { wire } }: PageSource,
  known: ReadonlyMap<string, ServiceContent>,
): ServiceGroup[] {
  const contents = (ids: readonly string[]) =>
    [...new Set(ids.map((id) => id.toLowerCase()))].flatMap((id) => known.get(id) ?? []);
  const alone = contents(wire.serviceIds ?? []);
  const groups = (wire.serviceGroups ?? []).map((group) => ({
    id: group.id ?? null,
    name: group.publicDisplayName,
    description: group.publicDescription || null,
    services: contents(group.serviceIds),
  }));
  return [
    ...(alone.length > 0 ? [{ id: null, name: null, description: null, services: alone }] : []),
    ...groups.filter((group) => group.services.length > 0),
  ];
}

function isNow({ start, end }: Pick<Span, 'start' | 'end'>, now: number): boolean {
  return start <= now && now < end;
}

function named({ id, wire }: Service): NamedService {
  return { id, title: wire.publicTitle };
}

function byStart(maintenances: readonly PublicMaintenance[]): PublicMaintenance[] {
  return maintenances.toSorted((a, b) => a.start.getTime() - b.start.getTime());
}
