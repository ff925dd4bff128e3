import { markdown } from '../../channels/index.ts';
import { invalidField } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { sendChatMessage } from '../chat-message.ts';
import { escapedWithin } from '../escape.ts';
import { textAt } from '../exchange.ts';
import { happenedText, markdownMarkup, noticeText } from '../markup.ts';
import type { Report } from '../report.ts';
import { defineTool, type Job, type NoticeJob, type SettingsOf } from '../tool.ts';
import { demandUrl } from '../urls.ts';

type DiscordSettings = SettingsOf<'discordSettings'>;

const colors = { Critical: 0xd32f2f, Warning: 0xf57c00, Minor: 0x1976d2 } as const;

export const discord = defineTool<'discordSettings'>({
  settings: 'discordSettings',
  check({ webhookUrl, botToken, channelId, publicKey, isForPeople }) {
    demandUrl('discordSettings.webhookUrl', webhookUrl);
    const isBot = Boolean(botToken && (channelId || isForPeople));
    if (webhookUrl ? Boolean(botToken || channelId || isForPeople) : !isBot)
      throw invalidField('discordSettings.webhookUrl', say('discordWebhookOrBot'));
    if (isForPeople && !publicKey)
      throw invalidField(
        'discordSettings.publicKey',
        say('chatForPeopleNeedsSecret', { member: 'publicKey' }),
      );
  },
  missing: ({ webhookUrl, channelId }) => (webhookUrl || channelId ? null : say('chatHasNoPlace')),
  isOnlyForPeople: ({ webhookUrl, channelId, isForPeople }) =>
    !webhookUrl && !channelId && isForPeople === true,
  isRoomOfPeople: ({ botToken, publicKey }) => Boolean(botToken && publicKey),
  send(job) {
    const { settings, report } = job;
    const place = placeOf(job);
    const json = {
      embeds: [embedOf(report)],
      // Nobody is called, whatever the title of an alert says.
      allowed_mentions: { parse: [] },
      ...(settings.webhookUrl ? {} : { components: rowsOf(report, Boolean(settings.publicKey)) }),
    };
    return sendChatMessage(job, {
      place: place.name,
      post: () => place.post(json),
      update: (id) => place.update(id, json),
      // 10008: Unknown Message. An unknown webhook or channel is a 404, too, and stays one.
      isGone: ({ result }) => result.outcome === 'refused' && result.error.includes('10008'),
    });
  },
  notify(job) {
    const { notice, sent } = job;
    const embed = {
      title: escapedWithin(notice.title, markdown, 256),
      description: noticeText(notice, markdownMarkup, 2000),
    };
    const json = { embeds: [embed], allowed_mentions: { parse: [] } };
    const place = placeOf(job);
    return sent.made(place.name, { make: () => place.post(json) });
  },
});

interface Place {
  /** A bot cannot change what a webhook has posted, so what each has posted is kept apart. */
  name: string;
  post(json: object): Promise<string>;
  update(id: string, json: object): Promise<unknown>;
}

function placeOf({
  exchange,
  settings,
}: Pick<Job<DiscordSettings> | NoticeJob<DiscordSettings>, 'exchange' | 'settings'>): Place {
  const { webhookUrl, channelId, botToken } = settings;
  if (webhookUrl)
    return {
      name: 'message',
      post: async (json) =>
        textAt(await exchange.ask(addressOf(webhookUrl, '', true), { json }), 'id'),
      update: (id, json) =>
        exchange.ask(addressOf(webhookUrl, `/messages/${encodeURIComponent(id)}`, false), {
          method: 'PATCH',
          json,
        }),
    };
  const messages = `https://discord.com/api/v10/channels/${channelId}/messages`;
  const headers = {
    authorization: `Bot ${botToken}`,
    // Discord refuses bots that name themselves otherwise.
    'user-agent': 'DiscordBot (https://discord.com/developers, 1)',
  };
  return {
    name: `channel:${channelId}`,
    post: async (json) => textAt(await exchange.ask(messages, { headers, json }), 'id'),
    update: (id, json) =>
      exchange.ask(`${messages}/${encodeURIComponent(id)}`, { method: 'PATCH', headers, json }),
  };
}

function addressOf(webhookUrl: string, path: string, isAnswered: boolean): string {
  const url = new URL(webhookUrl);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  if (isAnswered) url.searchParams.set('wait', 'true');
  return url.href;
}

/** Title 256, description 4096, field names 256 and values 1024, everything together 6000. */
function embedOf(report: Report): object {
  return {
    title: escapedWithin(report.title, markdown, 256),
    url: report.url,
    color: report.isOpen ? colors[report.severity] : 0x388e3c,
    description: happenedText(report.latest, markdownMarkup, 2000),
    fields: report.facts.slice(0, 12).map(({ name, value }) => ({
      name: escapedWithin(name, markdown, 60),
      value: escapedWithin(value, markdown, 100),
      inline: value.length < 40,
    })),
  };
}

/** One row with what can be done now; none takes away what was there. */
function rowsOf({ state, isOpen, incidentId, t }: Report, isHeard: boolean): object[] {
  if (!isHeard || !isOpen) return [];
  const button = (style: 1 | 2, label: string, action: string) => ({
    type: 2,
    style,
    label,
    custom_id: `${action}:${incidentId}`,
  });
  const resolve = button(2, t('resolveIncident'), 'resolve');
  const components =
    state === 'Open' ? [button(1, t('acknowledge'), 'acknowledge'), resolve] : [resolve];
  return [{ type: 1, components }];
}
