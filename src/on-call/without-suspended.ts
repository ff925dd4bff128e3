import type { TeamPlan } from './duty.ts';
import type { PlannedSchedule } from './shifts.ts';

/**
 * The plan with nobody who is suspended. Whose turn in a rotation is theirs alone is taken by the next in it; all other
 * turns stay whose they are, so that nobody else's shifts move because somebody was suspended. Pure.
 */
export function withoutSuspended(plan: TeamPlan, suspended: ReadonlySet<string>): TeamPlan {
  if (suspended.size === 0) return plan;
  return {
    ...plan,
    members: new Set([...plan.members].filter((user) => !suspended.has(user))),
    tiers: plan.tiers.map((schedules) =>
      schedules.map((schedule) => ({
        ...schedule,
        rotations: rotationsWithout(schedule, suspended),
      })),
    ),
  };
}

function rotationsWithout(
  { settings, rotations }: PlannedSchedule,
  suspended: ReadonlySet<string>,
): PlannedSchedule['rotations'] {
  const isActive = (user: string) => !suspended.has(user);
  // Turns go through one list of people, whatever the groups.
  if (settings.rotationSettings?.rotationMode === 'auto')
    return [inPlaceOf(rotations.flat(), (user) => !isActive(user))];
  const active = rotations.map((users) => users.filter(isActive));
  const isLost = (users: readonly string[]) => users.length > 0 && !users.some(isActive);
  return active.map((users, place) =>
    isLost(rotations[place] ?? [])
      ? (nextOf(active, place, ({ length }) => length > 0) ?? [])
      : users,
  );
}

/** Each place with the next that is not void; empty when all are. */
function inPlaceOf<Item>(places: readonly Item[], isVoid: (item: Item) => boolean): Item[] {
  return places.flatMap((item, place) => {
    const taken = isVoid(item) ? nextOf(places, place, (other) => !isVoid(other)) : item;
    return taken === undefined ? [] : [taken];
  });
}

/** The first that fits behind a place, the list being a circle. */
function nextOf<Item>(
  items: readonly Item[],
  place: number,
  fits: (item: Item) => boolean,
): Item | undefined {
  return [...items.slice(place + 1), ...items.slice(0, place)].find(fits);
}
