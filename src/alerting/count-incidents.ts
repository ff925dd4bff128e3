import {
  type HoldKind,
  type OpenIncidentCount,
  openIncidentCounts,
  openTeamsOf,
} from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { quietIncidents } from '../notifications/index.ts';
import { silencesOver } from '../silences/index.ts';

/** Counts of open incidents, and of those that are held back, by the id of the owning team. */
export interface IncidentCounts {
  openIncidents: readonly { teamId: string; severity: string; count: number }[];
  heldIncidents: readonly { teamId: string; hold: HoldKind; count: number }[];
  /** Since when the first hold of a kind is over and has not been ended; none where all are ended in time. */
  holdsOver: ReadonlyMap<HoldKind, Date>;
}

/**
 * Counting reads every open incident, for about 15 microseconds of processor each, so a long list is counted again
 * only after three hundred times as long. The time that it took would not do: it grows with the work of others.
 */
const restMillisecondsEach = 4.5;
const fewIncidents = 5000;

export function incidentCounter(world: World, few = fewIncidents): () => Promise<IncidentCounts> {
  const overSince = silenceWatch(world);
  let last: IncidentCounts = { openIncidents: [], heldIncidents: [], holdsOver: new Map() };
  let againAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const begun = world.clock.elapsed();
    if (begun < againAt) return last;
    last = await countIncidents(world, overSince);
    const open = last.openIncidents.reduce((sum, { count }) => sum + count, 0);
    if (open > few) againAt = begun + open * restMillisecondsEach;
    return last;
  };
}

async function countIncidents(
  world: World,
  overSince: () => Promise<Date | null>,
): Promise<IncidentCounts> {
  const [counts, quiet, silencesOver] = await Promise.all([
    openIncidentCounts(world),
    quietCounts(world),
    overSince(),
  ]);
  return {
    openIncidents: summed(counts, ({ teamId, severity }) => ({ teamId, severity })),
    heldIncidents: [
      ...summed(
        counts.flatMap((one) => (one.hold === null ? [] : [{ ...one, hold: one.hold }])),
        ({ teamId, hold }) => ({ teamId, hold }),
      ),
      ...quiet,
    ],
    holdsOver: holdsOver(counts, silencesOver, world.clock.now()),
  };
}

function summed<One extends { count: number }, Key extends object>(
  counts: readonly One[],
  keyOf: (one: One) => Key,
): (Key & { count: number })[] {
  const groups = Map.groupBy(counts, (one) => JSON.stringify(keyOf(one)));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first
      ? [{ ...keyOf(first), count: group.reduce((sum, one) => sum + one.count, 0) }]
      : [];
  });
}

/** Incidents of which somebody is told once their quiet hours are over, unless it is acknowledged before. */
async function quietCounts(world: World): Promise<IncidentCounts['heldIncidents']> {
  const quiet = await quietIncidents(world);
  if (quiet.length === 0) return [];
  const open = await openTeamsOf(
    world,
    quiet.map(({ incidentId }) => incidentId),
  );
  const waiting = quiet.flatMap(({ incidentId, isUntilResolved }) => {
    const { teamId, isAcknowledged = true } = open.get(incidentId) ?? {};
    if (teamId === undefined || (isAcknowledged && !isUntilResolved)) return [];
    return [{ teamId, hold: 'QuietHours' as const, count: 1 }];
  });
  return summed(waiting, ({ teamId, hold }) => ({ teamId, hold }));
}

function holdsOver(
  counts: readonly OpenIncidentCount[],
  silenced: Date | null,
  now: Date,
): ReadonlyMap<HoldKind, Date> {
  const over = new Map<HoldKind, Date>(silenced ? [['Silenced', silenced]] : []);
  for (const { hold, until } of counts) {
    if (hold === null || until === null || until >= now) continue;
    const known = over.get(hold);
    if (!known || until < known) over.set(hold, until);
  }
  return over;
}

/**
 * Since when the first silence is over that mutes incidents: as this process saw it, as one that was deleted or moved
 * says no more when it was over.
 */
function silenceWatch(world: World): () => Promise<Date | null> {
  let seen = new Map<string, Date>();
  return async () => {
    const now = world.clock.now();
    const over = await silencesOver(world);
    seen = new Map(over.map((id) => [id, seen.get(id) ?? now]));
    return [...seen.values()].reduce<Date | null>(
      (first, at) => (first === null || at < first ? at : first),
      null,
    );
  };
}
