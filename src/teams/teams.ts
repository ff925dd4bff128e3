import type { RecurringWindow } from '../calendar/index.ts';
import type { components } from '../contract/index.ts';
import { type Ctx, invalidField, type World } from '../kernel/index.ts';
import {
  canSeeTeam,
  defineKind,
  demandTimeZone,
  demandWindow,
  labelIndex,
  noticesOf,
  resourceExists,
  storedFilter,
  type ToldWindow,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';

export interface MaintenanceWindowTimes extends RecurringWindow, ToldWindow {
  start: string | null;
  end: string | null;
  type: 'maintenance' | 'muted';
  description?: string | null;
}

/** The members of the document's Team that other modules read; all others are stored and echoed. */
export type TeamWire = Required<Pick<TeamInput, 'displayName' | 'labels'>> &
  Pick<TeamInput, 'calendarPublishingSettings' | 'incidentEngagementReportSettings'> & {
    timeZoneId: string | null;
    maintenanceWindows?: MaintenanceWindowTimes[] | null;
  };

type TeamInput = components['schemas']['TeamInput'];

export const teamKind = defineKind<TeamWire>({
  entityType: 'Team',
  noun: 'team',
  collection: 'teams',
  shape: wireShapes.Team,
  displayNameOf: (team) => team.displayName,
  lookupOf: ({ labels, maintenanceWindows }) => ({
    labels,
    notices: noticesOf(maintenanceWindows ?? []),
  }),
  teamOf: (_ctx, _wire, id) => id,
  prepare(_ctx, wire) {
    demandTimeZone('timeZoneId', wire.timeZoneId);
    for (const [index, window] of (wire.maintenanceWindows ?? []).entries()) {
      demandWindow(window, `maintenanceWindows[${index}].`);
    }
    return { wire, internal: {} };
  },
  indexes: [
    labelIndex,
    // Finds those whose windows tools are told of, of all organizations.
    [{ 'lookup.notices': 1 }, { sparse: true }],
  ],
});

/** The id of a team that an object refers to, in lower case; 400 when there is none in sight. */
export async function demandTeam(ctx: Ctx, teamId: string, field = 'teamId'): Promise<string> {
  const id = teamId.toLowerCase();
  if (!canSeeTeam(ctx, id) || !(await resourceExists(ctx, teamKind, id)))
    throw invalidField(field, say('noSuchObject', { what: 'Team', id: teamId }));
  return id;
}

/** The facts of a team that intake needs, for any caller; null when there is no such team. */
export async function teamForIntake(
  world: World,
  organizationId: string,
  teamId: string,
): Promise<TeamWire | null> {
  const team = await teamKind
    .model(world.store)
    .findOne(storedFilter(teamKind, { _id: teamId.toLowerCase(), organizationId }))
    .lean();
  return team?.wire ?? null;
}

/** Which of these teams the organization has, for any caller. */
export async function existingTeams(
  { store }: Pick<World, 'store'>,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await teamKind
    .model(store)
    .find(storedFilter(teamKind, { _id: { $in: ids }, organizationId }), { _id: 1 })
    .lean();
  return new Set(found.map(({ _id }) => _id));
}

const pageSize = 100;

/** All teams of all organizations, page by page and by organization: for tasks that look at every one. */
export async function* teamPages(
  world: World,
  stopping: AbortSignal,
): AsyncGenerator<{ organizationId: string; teamIds: string[] }> {
  for (let after = ''; !stopping.aborted; ) {
    const page = await teamKind
      .model(world.store)
      .find({ _id: { $gt: after }, organizationId: { $exists: true } }, { organizationId: 1 })
      .sort({ _id: 1 })
      .limit(pageSize)
      .lean<{ _id: string; organizationId: string }[]>();
    for (const [organizationId, teams] of Map.groupBy(page, (team) => team.organizationId))
      yield { organizationId, teamIds: teams.map(({ _id }) => _id) };
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last._id;
  }
}
