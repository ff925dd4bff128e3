import { sendChatMessage } from '../chat-message.ts';
import { escapedWithin, markdown } from '../escape.ts';
import { textAt } from '../exchange.ts';
import { happenedText, markdownMarkup, noticeText } from '../markup.ts';
import type { Report } from '../report.ts';
import { defineTool } from '../tool.ts';
import { demandUrl } from '../urls.ts';

const colors = { Critical: 0xd32f2f, Warning: 0xf57c00, Minor: 0x1976d2 } as const;

export const discord = defineTool<'discordSettings'>({
  settings: 'discordSettings',
  check: ({ webhookUrl }) => demandUrl('discordSettings.webhookUrl', webhookUrl),
  send(job) {
    const { exchange, settings, report } = job;
    // Nobody is called, whatever the title of an alert says.
    const json = { embeds: [embedOf(report)], allowed_mentions: { parse: [] } };
    return sendChatMessage(job, {
      place: 'message',
      post: async () =>
        textAt(await exchange.ask(addressOf(settings.webhookUrl, '', true), { json }), 'id'),
      update: (id) =>
        exchange.ask(addressOf(settings.webhookUrl, `/messages/${encodeURIComponent(id)}`, false), {
          method: 'PATCH',
          json,
        }),
      // 10008: Unknown Message. An unknown webhook is a 404, too, and stays one.
      isGone: ({ result }) => result.outcome === 'refused' && result.error.includes('10008'),
    });
  },
  notify({ exchange, settings, notice, sent }) {
    const embed = {
      title: escapedWithin(notice.title, markdown, 256),
      description: noticeText(notice, markdownMarkup, 2000),
    };
    const json = { embeds: [embed], allowed_mentions: { parse: [] } };
    return sent.made('message', {
      make: async () =>
        textAt(await exchange.ask(addressOf(settings.webhookUrl, '', true), { json }), 'id'),
    });
  },
});

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
