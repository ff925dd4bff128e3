import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { type Bar, barsOf, type TimelineTeam } from '../../parts/duty-timeline/index.ts';
import { instantOf, localOf } from '../../parts/local-time.ts';

export type Override = components['schemas']['OnCallOverride'];
export type OverrideKind = 'replace' | 'absent' | 'extra';

/** The dialog was opened with this: a shift, a time that was dragged over, an override to change, or nothing. */
export interface Draft {
  team: TimelineTeam;
  bar: Bar | null;
  start: number | null;
  end: number | null;
  tier: number | null;
  userId: string | null;
  override?: Override;
}

/** The values of the fields; times on the clock of the team, empty where they are open. */
export interface OverrideForm {
  kind: OverrideKind;
  /** Who is off, or on call as well. */
  userId: string | null;
  standInIds: string[];
  from: string;
  until: string;
  tier: number | null;
}

const hour = 3_600_000;

/** The override that is most likely meant. */
export function formOf(draft: Draft, now: number, myId: string): OverrideForm {
  const { team, bar, override } = draft;
  const zone = team.team.timeZoneId;
  if (override) {
    const standInIds = override.replacementUserIds ?? [];
    const absence = standInIds.length > 0 ? 'replace' : 'absent';
    return {
      kind: override.type === 'online' ? 'extra' : absence,
      userId: override.userId,
      standInIds,
      from: override.start === null ? '' : localOf(Date.parse(override.start ?? ''), zone),
      until: override.end === null ? '' : localOf(Date.parse(override.end ?? ''), zone),
      tier: override.escalationTier ?? null,
    };
  }
  const nextHour = Math.ceil(now / hour) * hour;
  const until = draft.end ?? nextHour + 24 * hour;
  // A new override leaves out the part that has passed.
  const from = Math.max(draft.start ?? nextHour, Math.min(now, until - hour));
  const times = { from: localOf(from, zone), until: localOf(until, zone) };
  if (bar && bar.userId === null)
    return { kind: 'extra', userId: myId, standInIds: [], ...times, tier: bar.tier };
  const tier = draft.tier ?? (bar ? bar.tier : null);
  const userId = draft.userId ?? onDutyIn(team, tier, from, until);
  if (userId === null)
    return { kind: 'extra', userId: myId, standInIds: [], ...times, tier: tier ?? 1 };
  return { kind: 'replace', userId, standInIds: [], ...times, tier };
}

/** The person who is on call for the longest part of a time. */
function onDutyIn(
  team: TimelineTeam,
  tier: number | null,
  from: number,
  until: number,
): string | null {
  const minutes = new Map<string, number>();
  for (const bar of barsOf(team, from, until)) {
    if (bar.userId === null || bar.kind === 'Absence' || bar.kind === 'FillUp') continue;
    if (bar.tier !== (tier ?? 1)) continue;
    minutes.set(bar.userId, (minutes.get(bar.userId) ?? 0) + bar.end - bar.start);
  }
  const [longest] = [...minutes].toSorted(([, a], [, b]) => b - a);
  return longest?.[0] ?? null;
}

/** As the API takes it. */
export function overrideOf(form: OverrideForm, team: TimelineTeam, present?: Override) {
  const zone = team.team.timeZoneId;
  return {
    userId: form.userId ?? '',
    teamId: present ? (present.teamId ?? null) : team.team.id,
    type: form.kind === 'extra' ? ('online' as const) : ('offline' as const),
    start: timeOf(form.from, zone, present?.start),
    end: timeOf(form.until, zone, present?.end),
    replacementUserIds: form.kind === 'replace' ? form.standInIds : null,
    escalationTier: form.tier,
  };
}

/** A time that was not touched stays as it was written. */
export function timeOf(local: string, zone: string, present?: string | null): string | null {
  if (local === '') return null;
  if (present && localOf(Date.parse(present), zone) === local) return present;
  return new Date(instantOf(local, zone)).toISOString();
}

/** The overrides that put somebody on duty in a shift. */
export function overridesBehind(team: TimelineTeam, bar: Bar): Override[] {
  if (bar.kind !== 'Override') return [];
  return team.overrides.filter((override) => {
    const start = override.start ? Date.parse(override.start) : Number.NEGATIVE_INFINITY;
    const end = override.end ? Date.parse(override.end) : Number.POSITIVE_INFINITY;
    if (start >= bar.end || end <= bar.start) return false;
    if (override.type === 'online') return isSame(override.userId, bar.userId);
    return override.replacementUserIds?.some((id) => isSame(id, bar.userId)) ?? false;
  });
}

function isSame(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}
