import { validateHeaderName, validateHeaderValue } from 'node:http';
import { type CronMistake, cronMistake } from '../calendar/index.ts';
import type { components } from '../contract/index.ts';
import { parsePingHost } from '../egress/index.ts';
import { type Ctx, invalidField } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';

type Wire = Required<components['schemas']['InboundIntegrationInput']>;

/** 400 for settings of a monitor that could never work: somebody would rely on it. */
export function demandWorkingMonitor(
  { clock }: Pick<Ctx, 'clock'>,
  { integrationSettings: settings }: Pick<Wire, 'integrationSettings'>,
): void {
  if (settings?.httpMonitoring) demandHttp(settings.httpMonitoring);
  const host = settings?.pingMonitor?.host;
  if (host !== undefined && parsePingHost(host) === null)
    throw invalidField('integrationSettings.pingMonitor.host', say('pingHostInvalid'));
  const cron = settings?.cronJobMonitor;
  if (!cron) return;
  const mistake = cronMistake(cron.cronExpression, cron.timeZoneId ?? 'UTC', clock.now());
  if (mistake)
    throw invalidField('integrationSettings.cronJobMonitor.cronExpression', saidOfCron(mistake));
}

function saidOfCron(mistake: CronMistake): Sentence {
  switch (mistake.kind) {
    case 'no-fields':
      return say('cronNeedsFields');
    case 'never':
      return say('cronNamesNothing');
    case 'unreadable':
      return say('cronUnreadable', { reason: mistake.reason });
  }
}

function demandHttp({
  url,
  headers,
}: NonNullable<NonNullable<Wire['integrationSettings']>['httpMonitoring']>): void {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw invalidField('integrationSettings.httpMonitoring.url', say('noHttpUrl'));
  for (const [name, value] of Object.entries(headers ?? {}))
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw invalidField(
        'integrationSettings.httpMonitoring.headers',
        say('headerUnsendable', { name }),
      );
    }
}
