import { itemsAt, textAt } from '../exchange.ts';
import { happenedText, markdownMarkup, plainMarkup, wholeText } from '../markup.ts';
import { cut } from '../report.ts';
import { sendTicket } from '../ticket.ts';
import { defineTool } from '../tool.ts';

/** 1 urgent to 4 low. */
const priorities = { Critical: 1, Warning: 2, Minor: 3 } as const;

export const clickUp = defineTool<'clickUpSettings'>({
  settings: 'clickUpSettings',
  leavesOpen: true,
  send(job) {
    const { exchange, settings, report } = job;
    const call = (path: string, request: { method?: 'GET' | 'PUT'; json?: object }) =>
      exchange.ask(`https://api.clickup.com/api/v2/${path}`, {
        ...request,
        headers: { authorization: settings.apiToken },
      });
    return sendTicket(job, {
      async find() {
        const query = new URLSearchParams([
          ['tags[]', report.marker],
          ['include_closed', 'true'],
        ]);
        const path = `list/${settings.listId}/task?${query}`;
        const [task] = itemsAt(await call(path, { method: 'GET' }), 'tasks');
        return typeof task?.id === 'string' ? task.id : null;
      },
      create: async () =>
        textAt(
          await call(`list/${settings.listId}/task`, {
            json: {
              name: cut(report.title, 255),
              markdown_content: wholeText(report, markdownMarkup, 20_000),
              priority: priorities[report.severity],
              tags: ['tocsin', report.marker],
            },
          }),
          'id',
        ),
      comment: (id) =>
        call(`task/${id}/comment`, {
          json: { comment_text: happenedText(report, plainMarkup, 20_000), notify_all: false },
        }),
      async setState(id, state) {
        const status = state === 'resolved' ? settings.resolvedStatus : settings.openStatus;
        if (status) await call(`task/${id}`, { method: 'PUT', json: { status } });
      },
    });
  },
});
