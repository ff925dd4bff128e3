import { snakeCase } from '../rest/names.ts';
import { errorAt } from '../runtime/diagnostics.ts';
import { isUnknown } from '../runtime/value.ts';
import { inParts } from './calls.ts';
import { type AttributeOverlay, type Ignored, resource } from './overlay.ts';
import { eachAt, neededWith, onlyOneHeeded } from './rules.ts';

const channels = ['selected_channel_ids', 'severity_based_channel_settings'];

/** The member that holds the settings of a type, and its attribute where that is not the member in snake_case. */
const settings: Readonly<Record<string, { member: string; attribute?: string }>> = {
  AzureDevOps: { member: 'azureDevOpsSettings', attribute: 'azure_devops_settings' },
  ClickUp: { member: 'clickUpSettings', attribute: 'clickup_settings' },
  Discord: { member: 'discordSettings' },
  Email: { member: 'emailSettings' },
  GitHub: { member: 'gitHubSettings', attribute: 'github_settings' },
  GitLab: { member: 'gitLabSettings', attribute: 'gitlab_settings' },
  GoogleChat: { member: 'googleChatSettings' },
  Jira: { member: 'jiraSettings' },
  Linear: { member: 'linearSettings' },
  Mattermost: { member: 'mattermostSettings' },
  MicrosoftTeams: { member: 'microsoftTeamsSettings' },
  Notion: { member: 'notionSettings' },
  PagerDuty: { member: 'pagerDutySettings', attribute: 'pagerduty_settings' },
  ServiceNow: { member: 'serviceNowSettings', attribute: 'servicenow_settings' },
  Slack: { member: 'slackSettings' },
  Telegram: { member: 'telegramSettings' },
  Trello: { member: 'trelloSettings' },
  Webhook: { member: 'webhookSettings' },
  Zapier: { member: 'zapierSettings' },
  Zendesk: { member: 'zendeskSettings' },
};
const attributeOf = ({ member, attribute }: { member: string; attribute?: string }) =>
  attribute ?? snakeCase(member);
const renames: Readonly<Record<string, AttributeOverlay>> = Object.fromEntries(
  Object.values(settings).flatMap(({ member, attribute }) =>
    attribute === undefined ? [] : [[member, { rename: attribute }]],
  ),
);

/** A search must not carry secrets of other people's integrations into a state. */
const settingsIgnored = (prefix: string): Ignored =>
  Object.fromEntries(
    Object.values(settings)
      .filter(({ member }) => !['slackSettings', 'emailSettings'].includes(member))
      .map(({ member }) => [`${prefix}${member}`, 'holds secrets'])
      .concat([
        [`${prefix}pausedReasonSentence`, inParts],
        [`${prefix}slackSettings.botToken`, 'is a secret'],
        [`${prefix}slackSettings.signingSecret`, 'is a secret'],
      ]),
  );

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
  ignore: { pausedReasonSentence: inParts },
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
    isPaused: {
      serverChooses: true,
      description:
        'Nothing is sent while this is true. The server sets it after ten failed deliveries in a row. Left as it is unless configured; `false` resumes with the next apply.',
    },
    pausedReason: { volatile: true },
    slackSettings: { equivalent: 'empty-is-null' },
    ...renames,
  },
  rules: [
    onlyOneHeeded('slack_settings', channels),
    onlyOneHeeded('mattermost_settings', channels),
    neededWith('team_connection_settings', 'team_ids', 'team_connection_mode', 'SelectedTeams'),
    eachAt('', (config) => {
      const own = typeof config.type === 'string' ? settings[config.type] : undefined;
      if (own === undefined) return [];
      return Object.values(settings)
        .map(attributeOf)
        .filter((name) => name !== attributeOf(own))
        .filter((name) => (config[name] ?? null) !== null && !isUnknown(config[name]))
        .map((name) =>
          errorAt(
            [name],
            'Settings of another type',
            `An outbound integration of type ${String(config.type)} has ${attributeOf(own)}, not ${name}.`,
          ),
        );
    }),
  ],
  dataSources: [
    {
      type: 'tocsin_outbound_integration',
      description: 'One outbound integration, by its id or by its exact display name.',
      operation: 'searchOutboundIntegration',
      byId: 'getOutboundIntegration',
      ignore: settingsIgnored(''),
    },
    {
      type: 'tocsin_outbound_integrations',
      description:
        'All outbound integrations, or those of a team, of a type or with a text in their display name.',
      operation: 'listOutboundIntegrations',
      items: 'outboundIntegrations',
      ignore: settingsIgnored('outboundIntegrations[].'),
    },
  ],
});
