import { resource } from './overlay.ts';

export const team = resource({
  type: 'tocsin_team',
  category: 'People and teams',
  description:
    'A team groups people, owns integrations and has its own escalations. Deleting a team deletes its memberships and escalations.',
  operations: {
    create: 'createTeam',
    read: 'getTeam',
    update: 'replaceTeam',
    delete: 'deleteTeam',
    list: { operation: 'listTeams', items: 'teams' },
  },
  takesOver: 'allquiet_team',
  ignore: {
    maintenanceTimes: 'changes with the clock',
    tierSettings: 'attribute tier_settings of tocsin_team_escalations',
  },
  attributes: {
    'maintenanceWindows[].recurrences': { equivalent: 'empty-is-null' },
    'maintenanceWindows[].noticeOutboundIntegrationIds': { orderFree: true },
  },
  dataSources: [
    {
      type: 'tocsin_team',
      description: 'One team, by its id or by its exact display name.',
      operation: 'searchTeam',
      byId: 'getTeam',
      ignore: {
        maintenanceTimes: 'changes with the clock',
        tierSettings: 'belongs to the escalations',
      },
    },
    {
      type: 'tocsin_teams',
      description: 'All teams, or those whose display name contains a text.',
      operation: 'listTeams',
      items: 'teams',
      ignore: {
        'teams[].maintenanceTimes': 'changes with the clock',
        'teams[].tierSettings': 'belongs to the escalations',
      },
    },
  ],
});
