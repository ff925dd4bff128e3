import { itemsAt, textAt } from '../exchange.ts';
import { cut, oneLine, type Report } from '../report.ts';
import { sendTicket } from '../ticket.ts';
import { defineTool, type SettingsOf } from '../tool.ts';

/** Plain text needs no escape; one text takes 2000 characters. */
const text = (content: string) => [{ type: 'text', text: { content: cut(content, 2000) } }];
const paragraph = (content: string, url?: string) => ({
  object: 'block',
  type: 'paragraph',
  paragraph: {
    rich_text: [
      { type: 'text', text: { content: cut(content, 2000), ...(url ? { link: { url } } : {}) } },
    ],
  },
});

export const notion = defineTool<'notionSettings'>({
  settings: 'notionSettings',
  leavesOpen: true,
  send(job) {
    const { exchange, settings, report, delivery } = job;
    const call = (method: 'POST' | 'PATCH', path: string, json: object) =>
      exchange.ask(`https://api.notion.com/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${settings.token}`, 'notion-version': '2022-06-28' },
        json,
      });
    const title = settings.titleProperty ?? 'Name';
    return sendTicket(job, {
      async find() {
        const answer = await call('POST', `databases/${settings.databaseId}/query`, {
          filter: {
            and: [
              { property: title, title: { equals: cut(report.title, 2000) } },
              {
                timestamp: 'created_time',
                created_time: { on_or_after: delivery.incident.createdAt ?? delivery.event.at },
              },
            ],
          },
          page_size: 1,
        });
        const [page] = itemsAt(answer, 'results');
        return typeof page?.id === 'string' ? page.id : null;
      },
      create: async () =>
        textAt(
          await call('POST', 'pages', {
            parent: { database_id: settings.databaseId },
            properties: { [title]: { title: text(report.title) }, ...selected(report, settings) },
            children: [
              paragraph(report.t('wordIncident'), report.url),
              ...report.facts.map(({ name, value }) => paragraph(`${name}: ${value}`)),
              paragraph(happened(report)),
            ],
          }),
          'id',
        ),
      async comment(id) {
        await call('PATCH', `blocks/${id}/children`, { children: [paragraph(happened(report))] });
        const properties = selected(report, settings);
        if (Object.keys(properties).length > 0) await call('PATCH', `pages/${id}`, { properties });
      },
      // Every comment sets the state, too, because it has three values here.
      setState: async () => {},
    });
  },
});

function happened({ happened: what, message }: Report): string {
  return message === null ? what : `${what}: ${oneLine(message)}`;
}

function selected(report: Report, settings: SettingsOf<'notionSettings'>): object {
  const { statusProperty, severityProperty } = settings;
  return {
    ...(statusProperty ? { [statusProperty]: { select: { name: report.state } } } : {}),
    ...(severityProperty ? { [severityProperty]: { select: { name: report.severity } } } : {}),
  };
}
