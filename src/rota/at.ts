import { groupOf, layerAt } from './layer.ts';
import type { Rota, RotaOverride } from './rota.ts';

/** Why somebody is on duty; `id` names the layer, temporary schedule or override, or the person on leave. */
export interface Reason {
  kind: 'layer' | 'temporary' | 'override' | 'leave';
  id: string;
}

export interface PersonOnDuty {
  userId: string;
  reasons: readonly Reason[];
}

/** The people on duty, and the next instant at which anything can differ. */
export interface OnDuty {
  people: readonly PersonOnDuty[];
  stableUntil: number;
}

/** A place on duty. `layerId` is null where no layer gave it. */
interface Place extends PersonOnDuty {
  layerId: string | null;
}

/**
 * Who is on duty at an instant, in this order: a temporary schedule in place of all layers; of the layers the highest
 * level with anybody; overrides; leave. Nobody who is `away` ever is.
 */
export function peopleAt(rota: Rota, at: number): OnDuty {
  const overrides = rota.overrides.filter((override) => isDuring(override, at));
  const onLeave = new Set(
    rota.leaves.flatMap((leave) => (isDuring(leave, at) ? [leave.userId] : [])),
  );
  const planned = temporaryPlaces(rota, at) ?? layerPlaces(rota, at, overrides, onLeave);
  const people = new Map<string, Reason[]>();
  for (const { userId, reasons } of withOverrides(planned.places, overrides)) {
    if (rota.away.has(userId) || onLeave.has(userId)) continue;
    const known = people.get(userId);
    if (!known) people.set(userId, [...reasons]);
    else known.push(...reasons.filter((reason) => !known.some((one) => isSame(one, reason))));
  }
  return {
    people: [...people].map(([userId, reasons]) => ({ userId, reasons })),
    stableUntil: Math.min(planned.until, nextBound(rota.bounds, at)),
  };
}

/**
 * An instant after `at` before which nothing of a schedule begins or ends: until then everybody on duty stays so, for
 * the same reasons. It depends on nobody who is away, and an override, days by hand or leave that is taken away only
 * makes it later; so whoever remembers it needs to know of what is added, of nothing else.
 */
export function unchangedUntil({ levels, bounds }: Rota, at: number): number {
  const ofLayers = levels.flatMap((layers) => layers.map((layer) => layerAt(layer, at).until));
  return Math.min(nextBound(bounds, at), ...ofLayers);
}

interface Planned {
  places: Place[];
  until: number;
}

function temporaryPlaces({ temporaries }: Rota, at: number): Planned | null {
  const temporary = temporaries.findLast((one) => isDuring(one, at));
  if (!temporary) return null;
  const shifts = temporary.shifts.filter((shift) => isDuring(shift, at));
  const places = shifts
    .flatMap(({ userIds }) => userIds)
    .map((userId) => ({
      userId,
      layerId: null,
      reasons: [{ kind: 'temporary', id: temporary.id } as const],
    }));
  return { places, until: Number.POSITIVE_INFINITY };
}

function layerPlaces(
  { levels, away, onLeave: mode }: Rota,
  at: number,
  overrides: readonly RotaOverride[],
  onLeave: ReadonlySet<string>,
): Planned {
  let until = Number.POSITIVE_INFINITY;
  for (const layers of levels) {
    const places: Place[] = [];
    for (const layer of layers) {
      const state = layerAt(layer, at);
      until = Math.min(until, state.until);
      const absent = absencesIn(layer.id, overrides);
      // A person with a stand-in needs nobody else to take the turn.
      const passesOn = (userId: string) =>
        away.has(userId) || (mode === 'passOn' && onLeave.has(userId) && !absent.has(userId));
      for (const turn of state.turns) {
        const usual = groupOf(layer, turn);
        const group = groupOf(layer, turn, passesOn);
        const passed = usual.some((userId) => group.includes(userId)) ? [] : usual;
        const reasons: Reason[] = [
          { kind: 'layer', id: layer.id },
          ...passed
            .filter((userId) => onLeave.has(userId))
            .map((id) => ({ kind: 'leave', id }) as const),
        ];
        for (const userId of group) places.push({ userId, layerId: layer.id, reasons });
      }
    }
    if (places.length > 0) return { places, until };
  }
  return { places: [], until };
}

function withOverrides(places: readonly Place[], overrides: readonly RotaOverride[]): Place[] {
  if (overrides.length === 0) return [...places];
  const covered = places.flatMap((place) =>
    standIns(place, absencesIn(place.layerId, overrides), new Set()),
  );
  const replacing = overrides.filter(({ kind }) => kind === 'replace');
  const kept = covered.filter(
    ({ layerId }) => !replacing.some(({ layerIds }) => isAbout(layerIds, layerId)),
  );
  const absent = absencesIn(null, overrides);
  const added = [...overrides.filter(({ kind }) => kind === 'add'), ...replacing]
    .filter(({ userId }) => !absent.has(userId))
    .map(({ id, userId }) => ({
      userId,
      layerId: null,
      reasons: [{ kind: 'override', id } as const],
    }));
  // Who replaces everybody leaves nobody else, not even somebody who is on duty in addition.
  const isAlone = replacing.some(({ layerIds }) => layerIds === null);
  const replacers = new Set(replacing.map(({ userId }) => userId));
  return [...kept, ...(isAlone ? added.filter(({ userId }) => replacers.has(userId)) : added)];
}

/** The absences that count for what comes from a layer, by who is absent. */
function absencesIn(
  layerId: string | null,
  overrides: readonly RotaOverride[],
): Map<string, RotaOverride[]> {
  const absences = new Map<string, RotaOverride[]>();
  for (const override of overrides)
    if (override.kind === 'absent' && isAbout(override.layerIds, layerId))
      absences.set(override.userId, [...(absences.get(override.userId) ?? []), override]);
  return absences;
}

function isAbout(layerIds: ReadonlySet<string> | null, layerId: string | null): boolean {
  return layerIds === null || (layerId !== null && layerIds.has(layerId));
}

/** Replacements may be absent in turn; nobody comes back to a place through a circle of replacements. */
function standIns(
  place: Place,
  absences: ReadonlyMap<string, readonly RotaOverride[]>,
  asked: Set<string>,
): Place[] {
  const absent = absences.get(place.userId);
  if (!absent) return [place];
  if (asked.has(place.userId)) return [];
  asked.add(place.userId);
  return absent.flatMap(({ id, replacements }) =>
    replacements.flatMap((userId) => {
      const reasons = [...place.reasons, { kind: 'override', id } as const];
      return standIns({ ...place, userId, reasons }, absences, asked);
    }),
  );
}

function isDuring({ start, end }: { start: number; end: number }, at: number): boolean {
  return start <= at && at < end;
}

function isSame(one: Reason, other: Reason): boolean {
  return one.kind === other.kind && one.id === other.id;
}

/** The first bound behind an instant. */
function nextBound(bounds: readonly number[], at: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return bounds[low] ?? Number.POSITIVE_INFINITY;
}
