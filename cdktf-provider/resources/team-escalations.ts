import { resource } from './overlay.ts';
import { neededWith, onlyWith } from './rules.ts';

const rotationSettings = 'escalation_tiers[].schedules[].rotation_settings';

export const teamEscalations = resource({
  type: 'tocsin_team_escalations',
  category: 'On-call',
  description:
    'Who is on call in a team: tiers, their schedules and rotations, and when an incident moves on to the next tier. A team has one; its id is the id of the team.',
  operations: {
    create: 'createTeamEscalations',
    read: 'getTeamEscalations',
    update: 'replaceTeamEscalations',
    delete: 'deleteTeamEscalations',
    list: { operation: 'listTeamEscalations', items: 'teamEscalations' },
  },
  importAttributes: ['id', 'team_id'],
  replacedBy: 'team_id',
  takesOver: 'allquiet_team_escalations',
  attributes: {
    teamId: { replaces: true, description: 'Id of the team.' },
    'tierSettings.autoEscalationMode': { rename: 'repeats_stop_mode' },
    'escalationTiers[].autoEscalationMode': { rename: 'auto_escalation_stop_mode' },
    'escalationTiers[].autoAssignToTeamsRepeatAlerts': { nullMeans: true },
    'escalationTiers[].repeatsTierEscalationMode': { rename: 'repeats_stop_mode' },
  },
  rules: [
    neededWith(rotationSettings, 'custom_repeat_unit', 'repeats', 'custom'),
    neededWith(rotationSettings, 'custom_repeat_value', 'repeats', 'custom'),
    neededWith(rotationSettings, 'starts_on_date_of_month', 'repeats', 'monthly'),
    onlyWith(rotationSettings, 'auto_rotation_size', 'rotation_mode', ['auto']),
  ],
  dataSources: [
    {
      type: 'tocsin_team_escalations',
      description: 'The escalations of one team.',
      operation: 'searchTeamEscalations',
      byId: 'getTeamEscalations',
    },
  ],
});
