import type { KeptIncident, Span } from '../incident-days/index.ts';
import type { AffectingIncident, Severity, TitledIncident } from '../incidents/index.ts';
import { inEnglish } from '../sentences/index.ts';
import { effectsOn, type Service, type ServiceMaintenance } from '../services/index.ts';
import { type PublicState, worstOf } from './states.ts';
import type { StatusPage } from './status-pages.ts';
import { type CountedSpan, type DayHistory, daysUntil, uptimeOf, uptimePercent } from './uptime.ts';

/** All that a page is made of. */
export interface PageSource {
  page: StatusPage;
  /** Services that still exist, by id in lower case. */
  services: ReadonlyMap<string, Service>;
  maintenances: readonly ServiceMaintenance[];
  incidents: Iterable<PageIncident>;
}

/** What of an incident counts for a page. */
export type PageIncident = Pick<
  KeptIncident,
  'id' | 'integrationId' | 'teamIds' | 'serviceIds' | 'isExcluded' | 'status' | 'updatedAt'
> & { spans: readonly Span[] };

/** What a page says; texts in the languages of readers come later. */
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

export interface ServiceGroup {
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

export interface PublicIncident {
  id: string;
  /** Null where the page hides details. */
  title: string | null;
  /** Now, or the worst it was. */
  severity: Severity;
  startedAt: Date;
  endedAt: Date | null;
  services: NamedService[];
  /** Newest first; none where the page hides details. */
  messages: PublicMessage[];
}

export interface PublicMessage {
  id: string;
  at: Date;
  text: string;
  /** What happened with it: `Resolved`, `Commented`. */
  intent: string;
}

export interface PublicMaintenance {
  id: string;
  name: string;
  description: string | null;
  start: Date;
  end: Date;
  timeZoneId: string;
  services: NamedService[];
}

export interface NamedService {
  id: string;
  title: string;
}

const decimalPlacesDefault = 2;
/** Open ones, and past ones, that a page names. All of them count. */
const namedMax = 500;

/** What the page says at `now`, but what it says of its incidents beside their times: see `withTitles`. Pure. */
export function pageContent(source: PageSource, now: Date): PageContent {
  const { page } = source;
  const { wire } = page;
  const instant = now.getTime();
  const timeZoneId = wire.timeZoneId ?? 'UTC';
  const days = daysUntil(instant, wire.historyInDays, timeZoneId);
  const horizon = days[0]?.start ?? instant;
  const affected = affectedBy(source, instant);
  const outages = new Map<string, CountedSpan[]>();
  for (const { effects, isExcluded } of affected)
    for (const { service, spans } of effects) {
      const known = outages.get(service.id) ?? [];
      outages.set(service.id, known);
      for (const { start, end, severity } of spans)
        known.push({ start, end, state: severity, isExcluded });
    }
  const maintenances = wire.publicHideMaintenances ? [] : source.maintenances.map(shown(source));
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
    const spans = [...(outages.get(service.id) ?? []), ...planned];
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
  const groups = groupsOf(source, contentOf);
  const showsPast = !wire.publicDisplayLiveStateOnly;
  const latest = affected.toSorted((a, b) => b.start - a.start);
  const toPublic = (one: Affected) => publicIncident(one, instant);
  return {
    page,
    at: now,
    timeZoneId,
    state: worstOf(groups.flatMap(({ services }) => services.map(({ state }) => state))),
    groups,
    open: latest
      .filter(({ isOpen }) => isOpen)
      .slice(0, namedMax)
      .map(toPublic),
    past: latest
      .filter(({ isOpen, end }) => showsPast && !isOpen && end >= horizon)
      .slice(0, namedMax)
      .map(toPublic),
    current: byStart(current),
    upcoming: byStart(maintenances.filter(({ start, end }) => start > now && end > start)),
    pastMaintenances: byStart(
      maintenances.filter(({ end }) => showsPast && end <= now && end.getTime() >= horizon),
    ).toReversed(),
  };
}

/** The incidents that the page names with what is said of them. */
export function namedOn({ page, open, past }: PageContent): string[] {
  return page.wire.publicHideIncidentDetails ? [] : [...open, ...past].map(({ id }) => id);
}

/** The page with the titles and messages of its incidents. It does not name those that are gone; they count. Pure. */
export function withTitles(
  content: PageContent,
  titled: ReadonlyMap<string, TitledIncident>,
): PageContent {
  if (content.page.wire.publicHideIncidentDetails) return content;
  const toTitled = (one: PublicIncident): PublicIncident[] => {
    const incident = titled.get(one.id);
    return incident ? [{ ...one, title: incident.title, messages: publicMessages(incident) }] : [];
  };
  return {
    ...content,
    open: content.open.flatMap(toTitled),
    past: content.past.flatMap(toTitled),
  };
}

/** An incident that affects the page now, or did. */
interface Affected {
  incident: PageIncident;
  isExcluded: boolean;
  effects: { service: Service; spans: Span[] }[];
  start: number;
  end: number;
  isOpen: boolean;
}

function affectedBy({ services, incidents }: PageSource, now: number): Affected[] {
  const effectsOf = effectsOn([...services.values()]);
  const affectedOf = (incident: PageIncident): Affected[] => {
    const { spans } = incident;
    if (spans.length === 0) return [];
    const effects = effectsOf(incident).flatMap(({ service, at }) => {
      const own = spans.filter(({ severity }) => at.includes(severity));
      return own.length === 0 ? [] : [{ service, spans: own }];
    });
    let [start, end, isOpen] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false];
    for (const { spans: own } of effects)
      for (const span of own) {
        start = Math.min(start, span.start);
        end = Math.max(end, span.end);
        isOpen ||= isNow(span, now);
      }
    // It may be announced to begin later.
    if (start > now) return [];
    return [
      {
        incident,
        isExcluded: incident.isExcluded,
        effects,
        start,
        end,
        isOpen,
      },
    ];
  };
  return [...incidents].flatMap(affectedOf);
}

function publicIncident(
  { incident, effects, start, end, isOpen }: Affected,
  now: number,
): PublicIncident {
  const spans = effects.flatMap((effect) => effect.spans);
  const shownAs = isOpen ? spans.filter((span) => isNow(span, now)) : spans;
  const worst = worstOf(shownAs.map(({ severity }) => severity));
  return {
    id: incident.id,
    title: null,
    severity: worst === 'operational' || worst === 'maintenance' ? 'Minor' : worst,
    startedAt: new Date(start),
    // Closed for now, and open again later where somebody said so: it is over until then.
    endedAt: isOpen ? null : new Date(Math.min(end, now)),
    services: effects.map(({ service }) => named(service)),
    messages: [],
  };
}

/** Newest first. */
export function publicMessages({ events }: Pick<AffectingIncident, 'events'>): PublicMessage[] {
  return events
    .flatMap(({ id, at, message, messageIsPublic, intent }) => {
      const text = messageIsPublic && message ? inEnglish(message) : '';
      return text === '' ? [] : [{ id, at, text, intent }];
    })
    .toReversed();
}

function shown({ services }: PageSource) {
  return ({ id, wire }: ServiceMaintenance): PublicMaintenance => ({
    id,
    name: wire.displayName,
    description: wire.publicDescription || null,
    start: new Date(wire.start),
    end: new Date(wire.end),
    timeZoneId: wire.timeZoneId ?? 'UTC',
    services: wire.serviceIds.flatMap((serviceId) => {
      const service = services.get(serviceId.toLowerCase());
      return service ? [named(service)] : [];
    }),
  });
}

function groupsOf(
  { page: { wire }, services }: PageSource,
  contentOf: (service: Service) => ServiceContent,
): ServiceGroup[] {
  const known = new Map<string, ServiceContent>();
  const contents = (ids: readonly string[]) =>
    [...new Set(ids.map((id) => id.toLowerCase()))].flatMap((id) => {
      const service = services.get(id);
      if (!service) return [];
      const content = known.get(id) ?? contentOf(service);
      known.set(id, content);
      return [content];
    });
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
