/**
 * Teams and who is in them. Owns teams and team memberships, and what they let a person do; knows
 * nothing of what a team is told. Called by the API, by integrations (time zone and maintenance of a
 * team) and by incidents' views.
 */
export {
  countBillableUsers,
  createTeamMembership,
  replaceTeamMembership,
  type Standing,
  standingOf,
  type TeamMembership,
  type TeamMembershipWire,
  type TeamRole,
  teamMembershipKind,
  teamRoles,
} from './memberships.ts';
export { teams } from './module.ts';
export {
  demandTeam,
  type MaintenanceWindowTimes,
  type TeamWire,
  teamForIntake,
  teamKind,
} from './teams.ts';
