import { itemsAt, textAt } from '../exchange.ts';
import { happenedText, htmlMarkup, wholeText } from '../markup.ts';
import { cut } from '../report.ts';
import { basic, sendTicket } from '../ticket.ts';
import { defineTool } from '../tool.ts';
import { below, demandPublicUrl } from '../urls.ts';

const version = 'api-version=7.1';

export const azureDevOps = defineTool<'azureDevOpsSettings'>({
  settings: 'azureDevOpsSettings',
  leavesOpen: true,
  check: ({ organizationUrl }) =>
    demandPublicUrl('azureDevOpsSettings.organizationUrl', organizationUrl, ['token']),
  send(job) {
    const { exchange, settings, report } = job;
    const base = below(
      settings.organizationUrl,
      `/${encodeURIComponent(settings.project)}/_apis/wit`,
    );
    const authorization = basic('', settings.token);
    const patch = (path: string, method: 'POST' | 'PATCH', fields: Record<string, string>) =>
      exchange.ask(`${base}/${path}?${version}`, {
        method,
        headers: { authorization, 'content-type': 'application/json-patch+json' },
        json: Object.entries(fields).map(([name, value]) => ({
          op: 'add',
          path: `/fields/${name}`,
          value,
        })),
      });
    const asHtml = (text: string) => text.replaceAll('\n', '<br>');
    return sendTicket(job, {
      async find() {
        const query = `SELECT [System.Id] FROM WorkItems WHERE [System.TeamProject] = @project AND [System.Tags] CONTAINS '${report.marker}'`;
        const answer = await exchange.ask(`${base}/wiql?${version}&$top=1`, {
          headers: { authorization },
          json: { query },
        });
        const [item] = itemsAt(answer, 'workItems');
        return typeof item?.id === 'number' ? String(item.id) : null;
      },
      create: async () =>
        textAt(
          await patch(
            `workitems/$${encodeURIComponent(settings.workItemType ?? 'Issue')}`,
            'POST',
            {
              'System.Title': cut(report.title, 255),
              'System.Description': asHtml(wholeText(report, htmlMarkup, 30_000)),
              'System.Tags': `tocsin; ${report.marker}`,
            },
          ),
          'id',
        ),
      comment: (id) =>
        patch(`workitems/${id}`, 'PATCH', {
          'System.History': asHtml(happenedText(report, htmlMarkup, 30_000)),
        }),
      setState: (id, state) =>
        patch(`workitems/${id}`, 'PATCH', {
          'System.State':
            state === 'resolved'
              ? (settings.resolvedState ?? 'Done')
              : (settings.openState ?? 'To Do'),
        }),
    });
  },
});
