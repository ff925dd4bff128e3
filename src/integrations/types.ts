import type { IntegrationType } from '../catalogue/index.ts';
import { type Sentence, say, translatedWords } from '../sentences/index.ts';
import type { IntegrationWire } from './model.ts';

/** Types that look at the world themselves, or hear of it by mail or phone, have no webhook URL. */
export function receivesRequests({ source }: Pick<IntegrationType, 'source'>): boolean {
  return source === 'webhook' || source === 'receiver' || source === 'heartbeat';
}

/** A warning for people who rely on an integration of this type; null when it works. */
export function warningOf(
  { source, settings, callRouting }: Pick<IntegrationType, 'source' | 'settings' | 'callRouting'>,
  server: { receivesMail: boolean },
  integration?: Pick<IntegrationWire, 'integrationSettings'>,
): Sentence | null {
  if (source === 'mail' && !server.receivesMail) return say('noMailReceived');
  if (callRouting?.refusal) return translatedWords(callRouting.refusal);
  const hasSettings = integration && membersOf(integration.integrationSettings)[settings ?? ''];
  if (source === 'phone' && integration && !hasSettings) return say('noCallArrives');
  const isMonitor = source === 'probe' || source === 'heartbeat';
  if (isMonitor && integration && !hasSettings) return say('nothingWatched');
  return null;
}

function membersOf(
  settings: IntegrationWire['integrationSettings'],
): Readonly<Record<string, unknown>> {
  return { ...settings };
}
