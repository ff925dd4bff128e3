import type { OverrideWire } from './overrides.ts';

/** An override in the form for computing: ids in lower case, epoch milliseconds, open ends infinite. */
export interface ActiveOverride {
  userId: string;
  type: OverrideWire['type'];
  start: number;
  end: number;
  replacements: readonly string[];
  /** 1 is the first. Null, of an absence only: all tiers. */
  tier: number | null;
}

export function toActiveOverride(override: OverrideWire): ActiveOverride {
  return {
    userId: override.userId.toLowerCase(),
    type: override.type,
    start: override.start === null ? Number.NEGATIVE_INFINITY : Date.parse(override.start),
    end: override.end === null ? Number.POSITIVE_INFINITY : Date.parse(override.end),
    replacements: (override.replacementUserIds ?? []).map((id) => id.toLowerCase()),
    tier: override.escalationTier ?? (override.type === 'online' ? 1 : null),
  };
}

/**
 * Who is on duty in each tier once overrides count (oncall-and-calls.md 2.5). Whoever is absent gives their
 * place to their replacements, who may be absent in turn; nobody comes back to a place through a circle of
 * replacements. Extra duties come last, and an absence at the same time wins over them. Only `members` of
 * the team are ever on duty in it.
 */
export function cover(
  tiers: readonly (readonly string[])[],
  overrides: readonly ActiveOverride[],
  members: ReadonlySet<string>,
): string[][] {
  const extra = overrides.filter(({ type }) => type === 'online');
  const count = Math.max(tiers.length, ...extra.map(({ tier }) => tier ?? 1));
  return Array.from({ length: count }, (_, index) => {
    const absences = absencesIn(index + 1, overrides);
    const inPlace = (tiers[index] ?? []).flatMap((user) => standIns(user, absences, new Set()));
    const added = extra
      .filter(({ tier, userId }) => tier === index + 1 && !absences.has(userId))
      .map(({ userId }) => userId);
    return [...new Set([...inPlace, ...added])].filter((user) => members.has(user));
  });
}

/** Replacements by who is absent in a tier. */
function absencesIn(
  tier: number,
  overrides: readonly ActiveOverride[],
): Map<string, readonly string[]> {
  const absences = new Map<string, readonly string[]>();
  for (const override of overrides)
    if (override.type === 'offline' && (override.tier === null || override.tier === tier))
      absences.set(override.userId, [
        ...(absences.get(override.userId) ?? []),
        ...override.replacements,
      ]);
  return absences;
}

function standIns(
  user: string,
  absences: ReadonlyMap<string, readonly string[]>,
  asked: Set<string>,
): string[] {
  const replacements = absences.get(user);
  if (!replacements) return [user];
  if (asked.has(user)) return [];
  asked.add(user);
  return replacements.flatMap((replacement) => standIns(replacement, absences, asked));
}
