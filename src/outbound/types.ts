/** Where incidents can be sent to; ids are wire values (public-api.md 2.9). */
export const outboundTypes = [
  { id: 'AzureDevOps', displayName: 'Azure DevOps' },
  { id: 'ClickUp', displayName: 'ClickUp' },
  { id: 'Discord', displayName: 'Discord' },
  { id: 'Email', displayName: 'Email' },
  { id: 'GitHub', displayName: 'GitHub' },
  { id: 'GitLab', displayName: 'GitLab' },
  { id: 'GoogleChat', displayName: 'Google Chat' },
  { id: 'Jira', displayName: 'Jira' },
  { id: 'Linear', displayName: 'Linear' },
  { id: 'Mattermost', displayName: 'Mattermost' },
  { id: 'MicrosoftTeams', displayName: 'Microsoft Teams' },
  { id: 'Notion', displayName: 'Notion' },
  { id: 'PagerDuty', displayName: 'PagerDuty' },
  { id: 'ServiceNow', displayName: 'ServiceNow' },
  { id: 'Slack', displayName: 'Slack' },
  { id: 'Telegram', displayName: 'Telegram' },
  { id: 'Trello', displayName: 'Trello' },
  { id: 'Webhook', displayName: 'Webhook' },
  { id: 'Zapier', displayName: 'Zapier' },
  { id: 'Zendesk', displayName: 'Zendesk' },
] as const;

export type OutboundTypeId = (typeof outboundTypes)[number]['id'];

export function findOutboundType(id: string) {
  return outboundTypes.find((type) => type.id.toLowerCase() === id.toLowerCase());
}

/** The name of a type for people; its id where it is of another version. */
export function outboundTypeName(id: string): string {
  return findOutboundType(id)?.displayName ?? id;
}
