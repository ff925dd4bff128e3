import type { components } from '../contract/index.ts';
import { demandHolidays } from '../person-calendars/index.ts';
import {
  byId,
  byTeam,
  defineKind,
  demandTimeZone,
  type Resource,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { demandTeam } from '../teams/index.ts';

export type SupportHoursWire = Required<components['schemas']['SupportHoursInput']>;

export type SupportHours = Resource<SupportHoursWire>;

/** Hours of the week that everybody in the organization sees; administrators of the team that owns them change them. */
export const supportHoursKind = defineKind<SupportHoursWire>({
  entityType: 'SupportHours',
  noun: 'support-hours',
  collection: 'support_hours',
  shape: wireShapes.SupportHours,
  displayNameOf: ({ displayName }) => displayName,
  sharedWithin: 'organization',
  filters: { TeamId: byTeam, Ids: byId },
  teamOf: (ctx, { teamId }) => demandTeam(ctx, teamId),
  async prepare(ctx, wire) {
    demandTimeZone('timeZoneId', wire.timeZoneId);
    await demandHolidays(ctx, wire.holidayCalendarIds ?? []);
    return { wire, internal: {} };
  },
  removedWith: { Team: (id) => ({ teamId: id }) },
  duplicate: { code: 'conflict', field: 'displayName', message: say('supportHoursNameTaken') },
  indexes: [
    // A name says which hours they are, in integrations of all teams.
    [
      { organizationId: 1, 'lookup.displayName': 1 },
      { unique: true, partialFilterExpression: { 'lookup.displayName': { $exists: true } } },
    ],
  ],
});
