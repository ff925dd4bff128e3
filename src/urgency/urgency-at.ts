import { isOpenAt, nextOpening, type WeeklyWindow, weeklyWindow } from '../calendar/index.ts';
import type { components } from '../contract/index.ts';
import type { HoursInForce } from './hours-in-force.ts';

type Schemas = components['schemas'];

export type Urgency = Schemas['Urgency'];
export type UrgencySettings = NonNullable<Schemas['NullableUrgencySettings']>;

/** The settings that say how urgent an incident is, as far as they are known. */
export interface UrgencySources {
  /** The settings of its integration. */
  integration: UrgencySettings | null;
  /** The settings of the services it affects, if these have any. */
  services: readonly UrgencySettings[];
  /** By id, in lower case; undefined: they were deleted. */
  hours(id: string): HoursInForce | undefined;
}

/** How urgent it is, and by what. */
export interface DerivedUrgency {
  urgency: Urgency;
  /** Null: nothing is set. */
  by: { of: 'integration' | 'service'; settings: UrgencySettings } | null;
}

/** How urgent an incident of a severity is at an instant. Pure. */
export function urgencyAt(
  sources: UrgencySources,
  severity: Schemas['Severity'],
  at: number,
): DerivedUrgency {
  const { integration, services } = sources;
  if (integration)
    return {
      urgency: of(integration, sources, severity, at),
      by: { of: 'integration', settings: integration },
    };
  const known = services.map((settings) => ({
    urgency: of(settings, sources, severity, at),
    by: { of: 'service' as const, settings },
  }));
  return (
    known.find(({ urgency }) => urgency === 'High') ?? known[0] ?? { urgency: 'High', by: null }
  );
}

/**
 * When what is not urgent at an instant alerts as urgent because its support hours begin, later than that; null when it
 * does not. Pure.
 */
export function urgencyBegins(
  sources: UrgencySources,
  severity: Schemas['Severity'],
  after: number,
): number | null {
  if (urgencyAt(sources, severity, after).urgency === 'High') return null;
  const asked = sources.integration ? [sources.integration] : sources.services;
  const openings = asked.flatMap(({ type, raisesAtStart, supportHoursId }) => {
    if (type !== 'supportHours' || !raisesAtStart) return [];
    const found = sources.hours((supportHoursId ?? '').toLowerCase());
    return found ? (nextOpening(windowsOf(found), after, found.timeZoneId) ?? []) : [];
  });
  return openings.length > 0 ? Math.min(...openings) : null;
}

function of(
  { type, urgency, low, supportHoursId, during, outside }: UrgencySettings,
  { hours }: UrgencySources,
  severity: Schemas['Severity'],
  at: number,
): Urgency {
  switch (type) {
    case 'constant':
      return urgency ?? 'High';
    case 'bySeverity':
      return low?.includes(severity) ? 'Low' : 'High';
    case 'supportHours': {
      const found = hours((supportHoursId ?? '').toLowerCase());
      if (!found) return 'High';
      const isOpen = windowsOf(found).some((one) => isOpenAt(one, at, found.timeZoneId));
      return isOpen ? (during ?? 'High') : (outside ?? 'Low');
    }
  }
}

export function windowsOf({ hours, holidays }: HoursInForce): WeeklyWindow[] {
  return hours.map(({ selectedDays, from, until }) => ({
    ...weeklyWindow(selectedDays, from, until),
    ...(holidays && { except: holidays }),
  }));
}
