import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { resolved, type Schema, schemaNamed } from '../../../openapi/types/request-schemas.ts';
import { emptyValue } from '../../parts/schema-form/index.ts';

type Type = components['schemas']['InboundIntegrationType'];

/** The schema of the member `integrationSettings`. */
export function settingsSchema(): Schema {
  const member = schemaNamed('InboundIntegrationInput').properties?.integrationSettings;
  return resolved(member ?? {});
}

/** The member of it that a type takes: `HttpMonitoring` → `httpMonitoring`; null for most. */
export function settingsMemberOf({ id }: { id: string }): string | null {
  const name = `${id.charAt(0).toLowerCase()}${id.slice(1)}`;
  return settingsSchema().properties?.[name] ? name : null;
}

/** The settings that a new integration of the type begins with. */
export function newSettings(type: { id: string }): Record<string, unknown> | null {
  const name = settingsMemberOf(type);
  const member = name === null ? undefined : settingsSchema().properties?.[name];
  if (name === null || !member) return null;
  const empty = emptyValue({ ...resolved(member), nullable: false }) as Record<string, unknown>;
  const { properties = {} } = resolved(member);
  const choices = Object.fromEntries(
    Object.entries(properties).flatMap(([key, schema]) => {
      const first = resolved(schema).enum?.at(middle[key] ?? 0);
      return key in empty && first !== undefined ? [[key, first]] : [];
    }),
  );
  return { [name]: { ...empty, ...choices, ...heartbeat(name) } };
}

/** The place of the choice to begin with, where the first one would be strange. */
const middle: Record<string, number> = {
  timeoutInMilliseconds: 6,
  intervalInSeconds: 1,
  method: 1,
};

function heartbeat(name: string): Record<string, unknown> {
  if (name === 'heartbeatMonitor') return { intervalInSec: 300, gracePeriodInSec: 60 };
  if (name === 'cronJobMonitor') return { cronExpression: '0 3 * * *', gracePeriodInSec: 600 };
  return {};
}

/** The settings that an integration of the type has beside its name and that member. */
export function membersOf(type: Type): string[] {
  const takesRequests = type.webhookUrl !== null || type.receiverUrl !== null;
  return [
    'labels',
    'isMuted',
    'isInMaintenance',
    'reopenWithinSeconds',
    'urgencySettings',
    'escalationPolicyId',
    ...(takesRequests ? ['unreadablePayloads'] : []),
    ...(type.splitsAlerts === 'optional' ? ['splitAlerts'] : []),
    'snoozeSettings',
    // Calls to a phone number are not held back.
    ...(isPhoneNumber(type) ? [] : ['holdSettings']),
    ...(takesRequests ? ['webhookAuthentication', 'acceptedKeys'] : []),
    ...(type.verification ? ['signatureVerification'] : []),
  ];
}

function isPhoneNumber({ id }: Type): boolean {
  return ['twilio', 'telnyx', 'bird'].includes(settingsMemberOf({ id }) ?? '');
}
