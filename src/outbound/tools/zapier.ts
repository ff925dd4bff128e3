import { defineTool } from '../tool.ts';
import { demandUrl } from '../urls.ts';
import { defaultBody } from '../webhook-request.ts';

/** A catch hook of Zapier takes any JSON. */
export const zapier = defineTool<'zapierSettings'>({
  settings: 'zapierSettings',
  check: ({ webhookUrl }) => demandUrl('zapierSettings.webhookUrl', webhookUrl),
  async send({ exchange, settings, sent, delivery }) {
    await sent.once('request', () =>
      exchange.ask(settings.webhookUrl, {
        headers: { 'webhook-id': delivery.key },
        json: defaultBody(delivery),
      }),
    );
    return null;
  },
  async notify({ exchange, settings, sent, key, json }) {
    await sent.once('request', () =>
      exchange.ask(settings.webhookUrl, { headers: { 'webhook-id': key }, json }),
    );
    return null;
  },
});
