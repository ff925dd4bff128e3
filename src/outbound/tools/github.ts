import { itemsAt, textAt } from '../exchange.ts';
import { happenedText, markdownMarkup, wholeText } from '../markup.ts';
import { cut } from '../report.ts';
import { sendTicket } from '../ticket.ts';
import { defineTool } from '../tool.ts';
import { below, demandPublicUrl } from '../urls.ts';

export const github = defineTool<'gitHubSettings'>({
  settings: 'gitHubSettings',
  leavesOpen: true,
  check: ({ baseUrl }) => demandPublicUrl('gitHubSettings.baseUrl', baseUrl, ['token']),
  send(job) {
    const { exchange, settings, report } = job;
    const call = (path: string, request: { method?: 'GET' | 'PATCH'; json?: object }) =>
      exchange.ask(below(settings.baseUrl ?? 'https://api.github.com', path), {
        ...request,
        headers: {
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          authorization: `Bearer ${settings.token}`,
        },
      });
    const issues = `/repos/${settings.repository}/issues`;
    return sendTicket(job, {
      async find() {
        const q = `"${report.marker}" repo:${settings.repository} is:issue in:body`;
        const query = new URLSearchParams({ q, per_page: '1' });
        const [issue] = itemsAt(await call(`/search/issues?${query}`, { method: 'GET' }), 'items');
        return typeof issue?.number === 'number' ? String(issue.number) : null;
      },
      create: async () =>
        textAt(
          await call(issues, {
            json: {
              title: cut(report.title, 256),
              body: `${wholeText(report, markdownMarkup, 20_000)}\n\n<!-- ${report.marker} -->`,
              labels: settings.labels ?? [],
            },
          }),
          'number',
        ),
      comment: (number) =>
        call(`${issues}/${number}/comments`, {
          json: { body: happenedText(report, markdownMarkup, 20_000) },
        }),
      setState: (number, state) =>
        call(`${issues}/${number}`, {
          method: 'PATCH',
          json:
            state === 'resolved'
              ? { state: 'closed', state_reason: 'completed' }
              : { state: 'open', state_reason: 'reopened' },
        }),
    });
  },
});
