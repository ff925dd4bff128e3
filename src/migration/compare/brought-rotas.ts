import { type Rota, type RotaOverride, rotaOf, stretches } from '../../rota/index.ts';
import type { Added } from '../model/added.ts';
import type { Stretch } from '../model/importer.ts';

/** A schedule as the server would compute it once it is applied. */
export interface BroughtSchedule {
  name: string;
  zones: ReadonlySet<string>;
  stretches(from: Date, until: Date): Stretch[];
}

/** By key. People are told by their address. */
export function broughtSchedules(added: readonly Added[]): Map<string, BroughtSchedule> {
  const addresses = new Map(
    added.flatMap(({ type, key, body }) =>
      type === 'tocsin_user' ? [[key, body.email.toLowerCase()] as const] : [],
    ),
  );
  return new Map(
    added.flatMap((one) => {
      if (one.type !== 'tocsin_schedule') return [];
      const { timeZoneId = 'UTC', layers, displayName } = one.body;
      const zones = [timeZoneId, ...layers.map((layer) => layer.timeZoneId)];
      const rota = rotaOfSchedule(one.key, one.body, added);
      const schedule: BroughtSchedule = {
        name: displayName,
        zones: new Set(zones.filter((zone) => typeof zone === 'string')),
        stretches: (from, until) => stretchesOf(rota, from, until, addresses),
      };
      return [[one.key, schedule] as const];
    }),
  );
}

type Schedule = Extract<Added, { type: 'tocsin_schedule' }>['body'];
type Override = Extract<Added, { type: 'tocsin_on_call_override' }>['body'];

function rotaOfSchedule(
  key: string,
  { timeZoneId, layers, onLeave }: Schedule,
  added: readonly Added[],
): Rota {
  return rotaOf({
    timeZoneId: timeZoneId ?? 'UTC',
    layers: layers.map((layer, index) => ({ ...layer, id: layer.id ?? String(index) })),
    temporaries: added.flatMap(({ type, key: id, body }) =>
      type === 'tocsin_temporary_schedule' && body.scheduleId === key
        ? [{ id, ...times(body), shifts: body.shifts.map((one) => ({ ...one, ...times(one) })) }]
        : [],
    ),
    overrides: added.flatMap(({ type, key: id, body }) =>
      type === 'tocsin_on_call_override' ? overrideOf(id, body, key) : [],
    ),
    onLeave: onLeave ?? 'warn',
  });
}

/** Absences of a person in all their teams are absences in all schedules, too. */
function overrideOf(id: string, override: Override, scheduleId: string): RotaOverride[] {
  const { userId, type, mode, layerIds, replacementUserIds } = override;
  const common = { id, userId, ...times(override), replacements: replacementUserIds ?? [] };
  if (!override.scheduleId) {
    const isEverywhere = type === 'offline' && !override.teamId && !override.escalationTier;
    return isEverywhere ? [{ ...common, kind: 'absent', layerIds: null }] : [];
  }
  if (override.scheduleId !== scheduleId) return [];
  const kind = type === 'offline' ? 'absent' : (mode ?? 'add');
  return [{ ...common, kind, layerIds: layerIds ? new Set(layerIds) : null }];
}

function times({ start, end }: { start?: string | null; end?: string | null }) {
  return {
    start: start ? Date.parse(start) : Number.NEGATIVE_INFINITY,
    end: end ? Date.parse(end) : Number.POSITIVE_INFINITY,
  };
}

function stretchesOf(
  rota: Rota,
  from: Date,
  until: Date,
  addresses: ReadonlyMap<string, string>,
): Stretch[] {
  return stretches(rota, from.getTime(), until.getTime()).map(({ start, end, people }) => ({
    from: new Date(start),
    until: new Date(end),
    people: [...new Set(people.map(({ userId }) => addresses.get(userId) ?? userId))].sort(),
  }));
}
