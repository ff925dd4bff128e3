import type { IntegrationType, Source } from './catalogue/index.ts';

/** What webhook URLs start with; the id of the integration follows. */
export const webhookPrefix = '/api/webhook/';

/** Types that look at the world themselves, or hear of it by mail or phone, have no webhook URL. */
export function receivesRequests({ source }: Pick<IntegrationType, 'source'>): boolean {
  return source === 'webhook' || source === 'receiver';
}

const idle: Partial<Record<Source, string>> = {
  mail: 'This server receives no mail yet: nothing arrives here, and no incident is ever opened.',
  probe: 'This server does not run checks yet: nothing is watched, and no incident is ever opened.',
  heartbeat:
    'This server does not listen for heartbeats yet: nothing is watched, and no incident is ever opened.',
};

/** What somebody who relies on an integration of this type has to know; null when it works. */
export function warningOf({ source }: Pick<IntegrationType, 'source'>): string | null {
  return idle[source] ?? null;
}
