import { itemsAt, textAt } from '../exchange.ts';
import { happenedText, plainMarkup, wholeText } from '../markup.ts';
import { cut } from '../report.ts';
import { basic, sendTicket } from '../ticket.ts';
import { defineTool } from '../tool.ts';

const priorities = { Critical: 'urgent', Warning: 'high', Minor: 'normal' } as const;

/** Comments are internal notes: nothing of an incident goes to customers. */
export const zendesk = defineTool<'zendeskSettings'>({
  settings: 'zendeskSettings',
  leavesOpen: true,
  send(job) {
    const { exchange, settings, report, delivery } = job;
    const call = (path: string, request: { method?: 'GET' | 'PUT'; json?: object; key?: string }) =>
      exchange.ask(`https://${settings.subdomain}.zendesk.com/api/v2/${path}`, {
        ...(request.method ? { method: request.method } : {}),
        ...(request.json ? { json: request.json } : {}),
        headers: {
          authorization: basic(`${settings.email}/token`, settings.apiToken),
          ...(request.key ? { 'idempotency-key': request.key } : {}),
        },
      });
    const change = (id: string, ticket: object) =>
      call(`tickets/${id}.json`, { method: 'PUT', json: { ticket } });
    return sendTicket(job, {
      async find() {
        const query = new URLSearchParams({ external_id: report.marker });
        const [ticket] = itemsAt(await call(`tickets.json?${query}`, { method: 'GET' }), 'tickets');
        return typeof ticket?.id === 'number' ? String(ticket.id) : null;
      },
      create: async () =>
        textAt(
          await call('tickets.json', {
            key: delivery.key,
            json: {
              ticket: {
                subject: cut(report.title, 150),
                comment: { body: wholeText(report, plainMarkup, 30_000), public: false },
                priority: priorities[report.severity],
                type: 'incident',
                external_id: report.marker,
                tags: ['tocsin'],
              },
            },
          }),
          'ticket',
          'id',
        ),
      comment: (id) =>
        change(id, { comment: { body: happenedText(report, plainMarkup, 30_000), public: false } }),
      setState: (id, state) => change(id, { status: state === 'resolved' ? 'solved' : 'open' }),
    });
  },
});
