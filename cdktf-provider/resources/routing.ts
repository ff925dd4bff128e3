import { conditionsAt } from './conditions.ts';
import { resource } from './overlay.ts';
import { neededWith, onlyWith } from './rules.ts';

const actions = 'rules[].actions';

export const routing = resource({
  type: 'tocsin_routing',
  category: 'Incidents',
  description:
    'Ordered rules of a team that change incidents or who hears of them. Keep all rules of a team in one routing: their order is the order in which they run.',
  operations: {
    create: 'createRouting',
    read: 'getRouting',
    update: 'replaceRouting',
    delete: 'deleteRouting',
    list: { operation: 'listRoutings', items: 'routings' },
  },
  takesOver: 'allquiet_routing',
  ignore: {
    'rules[].id': 'kept by position, named by logs only',
  },
  attributes: {
    rules: {
      equivalent: 'empty-is-null',
      description: 'Run top to bottom; each fires at most once per incident.',
    },
    ...conditionsAt('rules[].conditions'),
    'rules[].actions.assignToTeamsRepeatAlerts': {
      nullMeans: true,
      description: 'Also alert people who were alerted before.',
    },
    'rules[].actions.ruleFlowControl': {
      nullMeans: 'Continue',
      description: '`Skip` stops the evaluation of later rules.',
    },
    'rules[].actions.discard': { nullMeans: false },
    'rules[].actions.setAttributes': {
      equivalent: 'empty-is-null',
      description: 'Attributes to add or overwrite.',
    },
    'rules[].actions.setAttributes[].isImage': { nullMeans: false },
    'rules[].actions.setAttributes[].hideInPreviews': { nullMeans: false },
    'rules[].channels.outboundIntegrationsMuted': { nullMeans: false },
    'rules[].channels.notificationChannelsMuted': { nullMeans: false },
  },
  rules: [
    onlyWith(actions, 'affects_services', 'add_interaction', ['Affects']),
    onlyWith(actions, 'forward_to_outbound_integrations', 'add_interaction', ['Forwarded']),
    onlyWith(actions, 'snooze_for_relative_in_minutes', 'add_interaction', ['Snoozed']),
    onlyWith(actions, 'snooze_until_absolute', 'add_interaction', ['Snoozed']),
    onlyWith(actions, 'snooze_until_weekday_absolute', 'add_interaction', ['Snoozed']),
    neededWith('team_connection_settings', 'team_ids', 'team_connection_mode', 'SelectedTeams'),
  ],
  dataSources: [
    {
      type: 'tocsin_routing',
      description: 'One routing, by its id or by its exact display name.',
      operation: 'searchRouting',
      byId: 'getRouting',
    },
  ],
});
