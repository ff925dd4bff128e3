import { memberAttributes, namesMember, roleAttributes } from './membership.ts';
import { resource } from './overlay.ts';

export const teamMembership = resource({
  type: 'tocsin_team_membership',
  category: 'People and teams',
  description:
    'Makes a user a member or an administrator of a team. Schedules refer to memberships, not to users.',
  operations: {
    create: 'createTeamMembership',
    read: 'getTeamMembership',
    update: 'replaceTeamMembership',
    delete: 'deleteTeamMembership',
    list: { operation: 'listTeamMemberships', items: 'teamMemberships' },
  },
  takesOver: 'allquiet_team_membership',
  attributes: {
    ...memberAttributes,
    ...roleAttributes,
    // Deleting the team or the user deletes the membership: it cannot be moved to their successor.
    teamId: { replaces: true, description: 'Id of the team.' },
    activatedAt: { description: 'When the user accepted the membership.' },
  },
  rules: [namesMember],
  dataSources: [
    {
      type: 'tocsin_team_membership',
      description: 'One membership, by its id or by user and team.',
      operation: 'searchTeamMembership',
      byId: 'getTeamMembership',
    },
    {
      type: 'tocsin_team_memberships',
      description: 'Memberships of a user, of a team or of a role.',
      operation: 'listTeamMemberships',
      items: 'teamMemberships',
    },
  ],
});
