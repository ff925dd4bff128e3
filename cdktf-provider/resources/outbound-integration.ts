import { warningAt } from '../runtime/diagnostics.ts';
import { resource } from './overlay.ts';
import { eachAt, neededWith, onlyOneHeeded } from './rules.ts';

const channels = ['selected_channel_ids', 'severity_based_channel_settings'];

export const outboundIntegration = resource({
  type: 'tocsin_outbound_integration',
  category: 'Integrations',
  description: 'Sends incidents to another tool: a chat, a ticket system, a webhook.',
  operations: {
    create: 'createOutboundIntegration',
    read: 'getOutboundIntegration',
    update: 'replaceOutboundIntegration',
    delete: 'deleteOutboundIntegration',
    list: { operation: 'listOutboundIntegrations', items: 'outboundIntegrations' },
  },
  takesOver: 'allquiet_outbound_integration',
  catalogue: { attribute: 'type', dataSource: 'tocsin_outbound_integration_types' },
  attributes: {
    type: { replaces: true },
    // Deleting the team deletes the integration: it cannot be moved to its successor.
    teamId: { replaces: true, description: 'Id of the team.' },
    triggersOnlyOnForwarded: {
      nullMeans: false,
      description: 'Send nothing before the incident is forwarded.',
    },
    skipUpdatingAfterForwarding: {
      nullMeans: false,
      description: 'Send one snapshot at each forward, and no updates after it.',
    },
    slackSettings: { equivalent: 'empty-is-null' },
  },
  rules: [
    onlyOneHeeded('slack_settings', channels),
    onlyOneHeeded('mattermost_settings', channels),
    neededWith('team_connection_settings', 'team_ids', 'team_connection_mode', 'SelectedTeams'),
    eachAt('', (config, at) =>
      Object.entries({ slack_settings: 'Slack', mattermost_settings: 'Mattermost' })
        .filter(
          ([name, type]) =>
            (config[name] ?? null) !== null &&
            typeof config.type === 'string' &&
            config.type !== type,
        )
        .map(([name, type]) =>
          warningAt([...at, name], 'Settings of another type', `${name} needs type = "${type}".`),
        ),
    ),
  ],
  dataSources: [
    {
      type: 'tocsin_outbound_integration',
      description: 'One outbound integration, by its exact display name.',
      operation: 'searchOutboundIntegration',
      ignore: {
        mattermostSettings: 'holds secrets',
      },
    },
    {
      type: 'tocsin_outbound_integrations',
      description:
        'All outbound integrations, or those of a team, of a type or with a text in their display name.',
      operation: 'listOutboundIntegrations',
      items: 'outboundIntegrations',
      ignore: {
        'outboundIntegrations[].mattermostSettings': 'holds secrets',
      },
    },
  ],
});
