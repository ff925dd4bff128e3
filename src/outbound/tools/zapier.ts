import { defineTool } from '../tool.ts';
import { demandUrl } from '../urls.ts';
import { defaultBody } from '../webhook-request.ts';

/** A catch hook of Zapier takes any JSON. */
export const zapier = defineTool<'zapierSettings'>({
  settings: 'zapierSettings',
  keepsNothing: true,
  check: ({ webhookUrl }) => demandUrl('zapierSettings.webhookUrl', webhookUrl),
  async send({ exchange, settings, delivery }) {
    await exchange.ask(settings.webhookUrl, {
      headers: { 'webhook-id': delivery.key },
      json: defaultBody(delivery),
    });
    return null;
  },
  async notify({ exchange, settings, key, json }) {
    await exchange.ask(settings.webhookUrl, { headers: { 'webhook-id': key }, json });
    return null;
  },
});
