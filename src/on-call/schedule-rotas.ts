import { suspendedAmong, userKind } from '../identity/index.ts';
import { type Ctx, systemContext, type World } from '../kernel/index.ts';
import { listResources, lookupInstant } from '../resources/index.ts';
import { type Rota, type RotaOverride, rotaOf } from '../rota/index.ts';
import { toActiveOverride } from './cover.ts';
import { type Override, overrideKind } from './overrides.ts';
import { type OnCallSchedule, type ScheduleWire, scheduleKind } from './schedule-kind.ts';
import { temporaryScheduleKind, toTemporary } from './temporary-schedule-kind.ts';

/**
 * What decides who is on call by these schedules of an organization, by their ids; those that are gone are left out.
 * Whoever asks sees them all, as everybody in the organization does. What ended before `from` is left out.
 */
export async function scheduleRotas(
  world: World,
  organizationId: string,
  ids: readonly string[],
  from: Date,
): Promise<Map<string, Rota>> {
  const ctx = systemContext(world, organizationId);
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return new Map();
  const { items } = await listResources(ctx, scheduleKind, { _id: { $in: wanted } });
  return rotasOf(ctx, items, from);
}

type Planned = Pick<OnCallSchedule, 'id' | 'wire'>;

/** The same of schedules that are there, or that could be. */
export async function rotasOf(
  ctx: Ctx,
  schedules: readonly Planned[],
  from: Date,
): Promise<Map<string, Rota>> {
  // Absences count in all teams and all schedules of a person, also in those that the caller does not see.
  const all = systemContext(ctx, ctx.organizationId);
  const later = { $gt: lookupInstant(from) };
  const ids = schedules.map(({ id }) => id);
  const [{ items: overrides }, { items: byHand }] = await Promise.all([
    listResources(all, overrideKind, { teamId: null, 'lookup.endsAt': later }),
    listResources(all, temporaryScheduleKind, {
      'lookup.scheduleId': { $in: ids },
      'lookup.endsAt': later,
    }),
  ]);
  const temporaries = Map.groupBy(byHand, ({ wire }) => wire.scheduleId.toLowerCase());
  const named = new Set(
    [
      ...schedules.flatMap(({ wire }) => peopleOf(wire)),
      ...byHand.flatMap(({ wire }) => wire.shifts.flatMap(({ userIds }) => userIds)),
      ...overrides.flatMap(({ wire }) => [wire.userId, ...(wire.replacementUserIds ?? [])]),
    ].map((id) => id.toLowerCase()),
  );
  const away = await awayAmong(all, [...named]);
  return new Map(
    schedules.map(({ id, wire }) => [
      id,
      rotaOf({
        timeZoneId: wire.timeZoneId,
        layers: layersOf(wire),
        temporaries: (temporaries.get(id) ?? []).map(toTemporary),
        overrides: overrides.flatMap(toRotaOverride),
        away,
      }),
    ]),
  );
}

/** With ids in small letters, as users are compared. */
export function layersOf({ layers }: ScheduleWire) {
  return layers.map((layer) => ({
    ...layer,
    id: layer.id ?? '',
    groups: layer.groups.map(({ userIds }) => ({
      userIds: userIds.map((userId) => userId.toLowerCase()),
    })),
  }));
}

function peopleOf({ layers }: ScheduleWire): string[] {
  return layers.flatMap(({ groups }) => groups.flatMap(({ userIds }) => userIds));
}

/** Absences of a person in all their teams are absences in all schedules; those of one tier are about teams only. */
function toRotaOverride({ id, wire }: Override): RotaOverride[] {
  const { userId, type, start, end, replacements, tier } = toActiveOverride(wire);
  if (type === 'online' || tier !== null) return [];
  return [{ id, userId, kind: 'absent', start, end, replacements, layerIds: null }];
}

/** Suspended people, and those who have left: their turns pass on. */
async function awayAmong(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const [suspended, { items }] = await Promise.all([
    suspendedAmong(ctx, ids),
    listResources(ctx, userKind, { _id: { $in: [...ids] } }),
  ]);
  const present = new Set(items.map(({ id }) => id));
  return new Set(ids.filter((id) => suspended.has(id) || !present.has(id)));
}
