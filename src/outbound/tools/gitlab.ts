import { itemsAt, textAt } from '../exchange.ts';
import { happenedText, markdownMarkup, wholeText } from '../markup.ts';
import { cut } from '../report.ts';
import { sendTicket } from '../ticket.ts';
import { defineTool } from '../tool.ts';
import { below, demandPublicUrl } from '../urls.ts';

export const gitlab = defineTool<'gitLabSettings'>({
  settings: 'gitLabSettings',
  leavesOpen: true,
  check: ({ baseUrl }) => demandPublicUrl('gitLabSettings.baseUrl', baseUrl, ['token']),
  send(job) {
    const { exchange, settings, report } = job;
    const issues = `/api/v4/projects/${encodeURIComponent(settings.project)}/issues`;
    const call = (path: string, request: { method?: 'GET' | 'PUT'; json?: object }) =>
      exchange.ask(below(settings.baseUrl ?? 'https://gitlab.com', issues + path), {
        ...request,
        headers: { authorization: `Bearer ${settings.token}` },
      });
    return sendTicket(job, {
      async find() {
        const query = new URLSearchParams({
          search: report.marker,
          in: 'description',
          per_page: '1',
        });
        const [issue] = itemsAt(await call(`?${query}`, { method: 'GET' }), 'items');
        return typeof issue?.iid === 'number' ? String(issue.iid) : null;
      },
      create: async () =>
        textAt(
          await call('', {
            json: {
              title: cut(report.title, 255),
              description: `${wholeText(report, markdownMarkup, 20_000)}\n\n<!-- ${report.marker} -->`,
              labels: (settings.labels ?? []).join(','),
            },
          }),
          'iid',
        ),
      // A line that starts with a slash would be a command; each of ours starts with a word or a quote.
      comment: (iid) =>
        call(`/${iid}/notes`, { json: { body: happenedText(report, markdownMarkup, 20_000) } }),
      setState: (iid, state) =>
        call(`/${iid}`, {
          method: 'PUT',
          json: { state_event: state === 'resolved' ? 'close' : 'reopen' },
        }),
    });
  },
});
