import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';

type Settings = Omit<Bodies['tocsin_outbound_integration'], 'displayName' | 'teamId'>;

/** Written as a variable: the value is in a file of Alertmanager, or was masked by it. */
const notGiven = '';

/** The settings that a receiver's configuration of each kind becomes; null, with a line, if it lacks something. */
export const tools: Readonly<Record<string, (config: Source) => Settings | null>> = {
  slack_configs(config) {
    config.say(
      'secret',
      'Tocsin writes to Slack by a token of an app (slack_settings.bot_token), which a webhook is not',
      'api_url',
    );
    const channel = config.text('channel');
    if (channel?.startsWith('#'))
      config.say(
        'approximated',
        'taken as it is; put the id of the channel in its place, which survives renaming',
        'channel',
      );
    return {
      type: 'Slack',
      slackSettings: { botToken: notGiven, selectedChannelIds: channel === null ? [] : [channel] },
    };
  },
  msteams_configs: (config) => teams(config),
  msteamsv2_configs: (config) => teams(config),
  discord_configs: (config) => ({
    type: 'Discord',
    discordSettings: { webhookUrl: config.text('webhook_url') ?? notGiven },
  }),
  telegram_configs(config) {
    const chat = config.number('chat_id') ?? config.text('chat_id');
    if (chat === null) {
      config.say('behaviour', 'its chat is in a file (chat_id_file): add the tool by hand');
      return null;
    }
    return {
      type: 'Telegram',
      telegramSettings: {
        botToken: config.text('bot_token') ?? notGiven,
        chatId: String(chat),
        messageThreadId: config.number('message_thread_id'),
      },
    };
  },
  email_configs(config) {
    const to = (config.text('to') ?? '')
      .split(',')
      .map((address) => /<([^>]+)>/.exec(address)?.[1] ?? address.trim())
      .filter((address) => address !== '');
    if (to.length > 0 && to.every((address) => /^[^\s@]+@[^\s@]+$/.test(address)))
      return { type: 'Email', emailSettings: { to } };
    config.say('behaviour', 'these are no addresses that mail can be sent to', 'to');
    return null;
  },
};

function teams(config: Source): Settings {
  return {
    type: 'MicrosoftTeams',
    microsoftTeamsSettings: { webhookUrl: config.text('webhook_url') ?? notGiven },
  };
}

/** Products that decide themselves whom they wake. */
export const pagers: Readonly<Record<string, string>> = {
  pagerduty_configs: 'PagerDuty',
  opsgenie_configs: 'Opsgenie',
  victorops_configs: 'Splunk On-Call',
  pushover_configs: 'Pushover',
  sns_configs: 'Amazon SNS',
  incidentio_configs: 'incident.io',
  rootly_configs: 'Rootly',
};
