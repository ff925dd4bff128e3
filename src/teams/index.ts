/**
 * Teams and their members. Owns teams and team memberships, and the rights they give a person; does not
 * know what a team is notified of. Called by the API, by integrations (time zone and maintenance of a
 * team) and by incidents' views.
 */
export { actingAs } from './acting-as.ts';
export {
  countBillableUsers,
  createTeamMembership,
  grantTeamRoles,
  removeTeamMembership,
  replaceTeamMembership,
  type Standing,
  standingOf,
  standingsOf,
  type TeamMembership,
  type TeamRole,
  teamMembershipKind,
  teamRoles,
} from './memberships.ts';
export { teams } from './module.ts';
export { peopleInSight } from './people-in-sight.ts';
export {
  demandTeam,
  existingTeams,
  type MaintenanceWindowTimes,
  type TeamWire,
  teamForIntake,
  teamKind,
  teamPages,
} from './teams.ts';
