import { type Sentence, say } from '../../sentences/index.ts';
import type { Tool } from '../tool.ts';
import {
  findOutboundType,
  type OutboundTypeId,
  outboundTypeName,
  outboundTypes,
} from '../types.ts';
import { azureDevOps } from './azure-dev-ops.ts';
import { clickUp } from './click-up.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { googleChat } from './google-chat.ts';
import { jira } from './jira.ts';
import { linear } from './linear.ts';
import { mattermost } from './mattermost.ts';
import { microsoftTeams } from './microsoft-teams.ts';
import { notion } from './notion.ts';
import { pagerDuty } from './pager-duty.ts';
import { serviceNow } from './service-now.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';
import { trello } from './trello.ts';
import { webhook } from './webhook.ts';
import { zapier } from './zapier.ts';
import { zendesk } from './zendesk.ts';

/** How each type sends. */
export const tools: Readonly<Record<OutboundTypeId, Tool>> = {
  AzureDevOps: azureDevOps,
  ClickUp: clickUp,
  Discord: discord,
  Email: email,
  GitHub: github,
  GitLab: gitlab,
  GoogleChat: googleChat,
  Jira: jira,
  Linear: linear,
  Mattermost: mattermost,
  MicrosoftTeams: microsoftTeams,
  Notion: notion,
  PagerDuty: pagerDuty,
  ServiceNow: serviceNow,
  Slack: slack,
  Telegram: telegram,
  Trello: trello,
  Webhook: webhook,
  Zapier: zapier,
  Zendesk: zendesk,
};

/** The tool of a stored type, in whatever letter case it was stored. */
export function toolOf(type: string): Tool {
  const known = findOutboundType(type);
  if (!known) throw new TypeError(`${type} is no type of outbound integrations`);
  return tools[known.id];
}

/** Why a type can be told nothing that is about no incident; names those that can. */
export function noticeObstacle(type: string): Sentence {
  const fit = outboundTypes.filter(({ id }) => tools[id].notify);
  return say('toolKnowsIncidentsOnly', {
    type: outboundTypeName(type),
    types: fit.map(({ displayName }) => displayName),
  });
}
