import { escapedHtml, invalidField } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { sendChatMessage } from '../chat-message.ts';
import { NotSent, textAt } from '../exchange.ts';
import { htmlMarkup, noticeText, wholeText } from '../markup.ts';
import { cut, type Report } from '../report.ts';
import { defineTool } from '../tool.ts';

const emoji = { Critical: '🔴', Warning: '🟠', Minor: '🔵' } as const;

export const telegram = defineTool<'telegramSettings'>({
  settings: 'telegramSettings',
  check({ webhookSecret, botToken, chatId, isForPeople }) {
    if (!/^[A-Za-z0-9:_-]+$/.test(botToken))
      throw invalidField('telegramSettings.botToken', say('botTokenMalformed'));
    if (typeof webhookSecret === 'string' && !/^[A-Za-z0-9_-]{1,256}$/.test(webhookSecret))
      throw invalidField('telegramSettings.webhookSecret', say('telegramSecretMalformed'));
    if (isForPeople && !webhookSecret)
      throw invalidField(
        'telegramSettings.webhookSecret',
        say('chatForPeopleNeedsSecret', { member: 'webhookSecret' }),
      );
    if (!chatId && !isForPeople)
      throw invalidField('telegramSettings.chatId', say('chatNeedsPlace'));
  },
  missing: ({ chatId }) => (chatId ? null : say('chatHasNoPlace')),
  isOnlyForPeople: ({ chatId, isForPeople }) => !chatId && isForPeople === true,
  isRoomOfPeople: ({ webhookSecret }) => Boolean(webhookSecret),
  send(job) {
    const { exchange, settings, report } = job;
    const call = (method: string, json: object) =>
      exchange.ask(`https://api.telegram.org/bot${settings.botToken}/${method}`, { json });
    const message = {
      chat_id: settings.chatId,
      text: textOf(report),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      reply_markup: { inline_keyboard: keyboardOf(report, Boolean(settings.webhookSecret)) },
    };
    const topic = settings.messageThreadId ? { message_thread_id: settings.messageThreadId } : {};
    return sendChatMessage(job, {
      place: 'message',
      post: async () =>
        textAt(await call('sendMessage', { ...message, ...topic }), 'result', 'message_id'),
      async update(id) {
        try {
          await call('editMessageText', { ...message, message_id: Number(id) });
        } catch (error) {
          const isSame = error instanceof NotSent && says(error, 'message is not modified');
          if (!isSame) throw error;
        }
      },
      isGone: (error) =>
        says(error, 'message to edit not found') || says(error, "message can't be edited"),
    });
  },
  notify({ exchange, settings, notice, sent }) {
    const title = `<b>${escapedHtml(cut(notice.title, 300))}</b>`;
    const json = {
      chat_id: settings.chatId,
      text: `${title}\n${noticeText(notice, htmlMarkup, 3000)}`,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      ...(settings.messageThreadId ? { message_thread_id: settings.messageThreadId } : {}),
    };
    const url = `https://api.telegram.org/bot${settings.botToken}/sendMessage`;
    return sent.made('message', {
      make: async () => textAt(await exchange.ask(url, { json }), 'result', 'message_id'),
    });
  },
});

function says({ result }: NotSent, text: string): boolean {
  return result.outcome === 'refused' && result.error.includes(text);
}

/** 4096 characters. */
function textOf(report: Report): string {
  const title = `<b>${emoji[report.severity]} ${escapedHtml(cut(report.title, 300))}</b>`;
  return `${title}\n${wholeText({ ...report, ...report.latest }, htmlMarkup, 4000 - title.length)}`;
}

function keyboardOf({ state, isOpen, incidentId, t }: Report, hasWebhook: boolean): object[][] {
  if (!hasWebhook || !isOpen) return [];
  const button = (text: string, action: string) => ({
    text,
    callback_data: `${action}:${incidentId}`,
  });
  const resolve = button(t('resolveIncident'), 'resolve');
  return [state === 'Open' ? [button(t('acknowledge'), 'acknowledge'), resolve] : [resolve]];
}
