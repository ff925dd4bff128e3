import { invalidField } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { itemsAt, textAt } from '../exchange.ts';
import { happenedText, markdownMarkup, wholeText } from '../markup.ts';
import { cut } from '../report.ts';
import { sendTicket } from '../ticket.ts';
import { defineTool } from '../tool.ts';

export const trello = defineTool<'trelloSettings'>({
  settings: 'trelloSettings',
  leavesOpen: true,
  check({ apiKey, token }) {
    for (const [name, value] of Object.entries({ apiKey, token }))
      if (!/^[\w-]+$/.test(value))
        throw invalidField(`trelloSettings.${name}`, say('trelloKeyMalformed'));
  },
  send(job) {
    const { exchange, settings, report } = job;
    const call = (path: string, request: { method?: 'GET' | 'PUT'; json?: object }) =>
      exchange.ask(`https://api.trello.com/1/${path}`, {
        ...request,
        // Not in the URL, which proxies log.
        headers: {
          authorization: `OAuth oauth_consumer_key="${settings.apiKey}", oauth_token="${settings.token}"`,
        },
      });
    return sendTicket(job, {
      async find() {
        const query = new URLSearchParams({
          query: `"${report.marker}"`,
          modelTypes: 'cards',
          card_fields: 'id',
          cards_limit: '1',
        });
        const [card] = itemsAt(await call(`search?${query}`, { method: 'GET' }), 'cards');
        return typeof card?.id === 'string' ? card.id : null;
      },
      create: async () =>
        textAt(
          await call('cards', {
            json: {
              idList: settings.listId,
              name: cut(report.title, 500),
              desc: `${wholeText(report, markdownMarkup, 16_000)}\n\n${report.marker}`,
              pos: 'top',
            },
          }),
          'id',
        ),
      comment: (id) =>
        call(`cards/${id}/actions/comments`, {
          json: { text: happenedText(report, markdownMarkup, 16_000) },
        }),
      async setState(id, state) {
        if (!settings.resolvedListId) return;
        const idList = state === 'resolved' ? settings.resolvedListId : settings.listId;
        await call(`cards/${id}`, { method: 'PUT', json: { idList } });
      },
    });
  },
});
