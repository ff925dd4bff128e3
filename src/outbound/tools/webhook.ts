import { invalidField } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { refused } from '../exchange.ts';
import { compileTemplate, demandTemplate, mistakeOf } from '../template.ts';
import { defineTool, type Job, type SettingsOf } from '../tool.ts';
import { demandPublicUrl } from '../urls.ts';
import { defaultBody, sampleData, templateData } from '../webhook-request.ts';
import { demandSigning, signatureHeaders } from '../webhook-signature.ts';

type WebhookSettings = SettingsOf<'webhookSettings'>;

/** Headers that the connection needs, or that say who we are. */
const ownHeaders = /^(host|content-length|content-type|connection|transfer-encoding|webhook-.*)$/i;

export const webhook = defineTool<'webhookSettings'>({
  settings: 'webhookSettings',
  keepsNothing: true,
  check({ url, template, headers, ...signing }) {
    demandPublicUrl('webhookSettings.url', url, ['headers.Authorization']);
    demandTemplate('webhookSettings.template', template, sampleData);
    demandSigning('webhookSettings', signing);
    for (const [index, { name, value }] of (headers ?? []).entries()) {
      const field = `webhookSettings.headers[${index}]`;
      if (ownHeaders.test(name))
        throw invalidField(`${field}.name`, say('headerReserved', { name }));
      if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
        throw invalidField(`${field}.value`, say('headerNotLatin'));
    }
  },
  async send(job) {
    const contentType = job.settings.contentType ?? 'application/json';
    return request(job, job.delivery.key, bodyOf(job), contentType);
  },
  // Templates are written for incidents.
  notify: (job) => request(job, job.key, JSON.stringify(job.json), 'application/json'),
});

async function request(
  { settings, exchange, world }: Pick<Job<WebhookSettings>, 'settings' | 'exchange' | 'world'>,
  key: string,
  body: string,
  contentType: string,
): Promise<null> {
  await exchange.ask(settings.url, {
    method: settings.method ?? 'POST',
    headers: {
      ...Object.fromEntries(
        (settings.headers ?? []).map(({ name, value }) => [name.toLowerCase(), value]),
      ),
      'content-type': contentType,
      ...signatureHeaders(settings, key, world.clock.now(), body),
    },
    body,
  });
  return null;
}

function bodyOf({ settings, delivery }: Job<WebhookSettings>): string {
  if (typeof settings.template !== 'string') return JSON.stringify(defaultBody(delivery));
  try {
    return compileTemplate(settings.template)(templateData(delivery));
  } catch (error) {
    return refused('template', mistakeOf(error));
  }
}
