import { textAt } from '../exchange.ts';
import { cut, type Report } from '../report.ts';
import { defineTool } from '../tool.ts';

const hosts = { us: 'events.pagerduty.com', eu: 'events.eu.pagerduty.com' } as const;
const severities = { Critical: 'critical', Warning: 'warning', Minor: 'info' } as const;
const actions = { Open: 'trigger', Acknowledged: 'acknowledge', Resolved: 'resolve' } as const;

/** PagerDuty knows an alert by its dedup key, so a repeat changes nothing there. */
export const pagerDuty = defineTool<'pagerDutySettings'>({
  settings: 'pagerDutySettings',
  leavesOpen: true,
  async send({ exchange, settings, report, delivery, sent }) {
    const send = (action: string) =>
      exchange.ask(`https://${hosts[settings.region ?? 'us']}/v2/enqueue`, {
        json: {
          routing_key: settings.routingKey,
          event_action: action,
          dedup_key: report.marker,
          client: 'Tocsin',
          client_url: report.url,
          links: [{ href: report.url, text: report.t('wordIncident') }],
          payload: payloadOf(report, delivery.event.at),
        },
      });
    const action = actions[report.state];
    // An acknowledgement or a resolution of an alert that was never triggered is dropped there.
    const id = await sent.made('alert', {
      make: async () => textAt(await send('trigger'), 'dedup_key'),
    });
    if (action !== 'trigger' || !sent.isNew('alert')) await sent.once('event', () => send(action));
    return id;
  },
});

function payloadOf(report: Report, timestamp: string): object {
  return {
    summary: cut(report.title, 1024),
    source: cut(report.source ?? 'Tocsin', 255),
    severity: severities[report.severity],
    timestamp,
    custom_details: {
      ...Object.fromEntries(report.facts.map(({ name, value }) => [name, value])),
      happened: report.happened,
      ...(report.message === null ? {} : { message: cut(report.message, 5000) }),
    },
  };
}
