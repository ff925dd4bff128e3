import { serviceNowText } from '../escape.ts';
import { itemsAt, textAt } from '../exchange.ts';
import { happenedText, type Markup, plainMarkup, wholeText } from '../markup.ts';
import { cut, oneLine } from '../report.ts';
import { basic, sendTicket } from '../ticket.ts';
import { defineTool } from '../tool.ts';
import { below, demandPublicUrl } from '../urls.ts';

const markup: Markup = { ...plainMarkup, text: serviceNowText };
/** Impact and urgency of the incident table: 1 high to 3 low. */
const levels = { Critical: '1', Warning: '2', Minor: '3' } as const;

export const serviceNow = defineTool<'serviceNowSettings'>({
  settings: 'serviceNowSettings',
  leavesOpen: true,
  check: ({ instanceUrl }) =>
    demandPublicUrl('serviceNowSettings.instanceUrl', instanceUrl, ['userName', 'password']),
  send(job) {
    const { exchange, settings, report } = job;
    const table = `/api/now/table/${settings.table ?? 'incident'}`;
    const call = (path: string, request: { method?: 'GET' | 'PATCH'; json?: object }) =>
      exchange.ask(below(settings.instanceUrl, table + path), {
        ...request,
        headers: { authorization: basic(settings.userName, settings.password) },
      });
    const change = (id: string, json: object) =>
      call(`/${encodeURIComponent(id)}`, { method: 'PATCH', json });
    return sendTicket(job, {
      async find() {
        const query = new URLSearchParams({
          sysparm_query: `correlation_id=${report.marker}`,
          sysparm_fields: 'sys_id',
          sysparm_limit: '1',
        });
        const [record] = itemsAt(await call(`?${query}`, { method: 'GET' }), 'result');
        return typeof record?.sys_id === 'string' ? record.sys_id : null;
      },
      create: async () =>
        textAt(
          await call('', {
            json: {
              short_description: serviceNowText(cut(report.title, 160)),
              description: wholeText(report, markup, 3900),
              impact: levels[report.severity],
              urgency: levels[report.severity],
              correlation_id: report.marker,
              correlation_display: 'Tocsin',
            },
          }),
          'result',
          'sys_id',
        ),
      comment: (id) => change(id, { work_notes: happenedText(report, markup, 3900) }),
      setState: (id, state) =>
        change(
          id,
          state === 'resolved'
            ? {
                state: '6',
                close_code: settings.closeCode ?? 'Solution provided',
                close_notes: cut(
                  serviceNowText(oneLine(`${report.happened}. ${report.message ?? ''}`)),
                  3900,
                ),
              }
            : { state: '2' },
        ),
    });
  },
});
