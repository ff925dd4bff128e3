import type { components } from '../contract/index.ts';
import { type Ctx, invalidField } from '../kernel/index.ts';
import {
  byLookup,
  byTeam,
  defineKind,
  demandInterval,
  lookupInstant,
  type Resource,
  wireShapes,
} from '../resources/index.ts';
import type { Temporary } from '../rota/index.ts';
import { say } from '../sentences/index.ts';
import { keepTemporary } from './former-temporaries.ts';
import { demandSchedule } from './schedule-kind.ts';

export type TemporaryScheduleWire = Required<components['schemas']['TemporaryScheduleInput']>;

export type TemporarySchedule = Resource<TemporaryScheduleWire>;

/** Days of a schedule that are planned by hand, in place of its layers. Belongs to whom the schedule belongs to. */
export const temporaryScheduleKind = defineKind<TemporaryScheduleWire>({
  entityType: 'TemporarySchedule',
  noun: 'temporary-schedule',
  collection: 'temporary_schedules',
  shape: wireShapes.TemporarySchedule,
  displayNameOf: () => null,
  sharedWithin: 'organization',
  lookupOf: ({ scheduleId, end }) => ({ scheduleId, endsAt: lookupInstant(end) }),
  filters: { ScheduleId: byLookup('scheduleId'), TeamId: byTeam },
  teamOf: async (ctx, { scheduleId }) => (await demandSchedule(ctx, scheduleId)).teamId,
  async prepare(ctx: Ctx, wire, current) {
    demandTime(wire, '');
    for (const [index, shift] of wire.shifts.entries()) {
      const at = `shifts[${index}]`;
      demandTime(shift, `${at}.`);
      if (Date.parse(shift.start) < Date.parse(wire.start))
        throw invalidField(`${at}.start`, say('shiftOutside'));
      if (Date.parse(shift.end) > Date.parse(wire.end))
        throw invalidField(`${at}.end`, say('shiftOutside'));
    }
    // Only notes what is there, and again what it noted before.
    if (current) await keepTemporary(ctx, current);
    return { wire, internal: {} };
  },
  beforeRemove: keepTemporary,
  removedWith: { OnCallSchedule: (id) => ({ 'lookup.scheduleId': id }) },
  indexes: [
    // Finds those of schedules that have not ended, to see who is on call.
    [{ organizationId: 1, 'lookup.scheduleId': 1, 'lookup.endsAt': 1 }],
  ],
});

function demandTime(time: { start: string; end: string }, at: string): void {
  demandInterval(time, at);
  if (Date.parse(time.start) === Date.parse(time.end))
    throw invalidField(`${at}end`, say('mustBeAfter', { start: `${at}start` }));
}

/** In the form for computing. */
export function toTemporary({ id, wire }: Pick<TemporarySchedule, 'id' | 'wire'>): Temporary {
  return {
    id,
    ...instantsOf(wire),
    shifts: wire.shifts.map((shift) => ({
      ...instantsOf(shift),
      userIds: shift.userIds.map((userId) => userId.toLowerCase()),
    })),
  };
}

function instantsOf({ start, end }: { start: string; end: string }) {
  return { start: Date.parse(start), end: Date.parse(end) };
}
