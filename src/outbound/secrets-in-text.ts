import type { SendResult } from '../egress/index.ts';
import { isObject } from '../kernel/index.ts';
import { mask, wireShapes } from '../resources/index.ts';
import type { OutboundIntegrationWire } from './integrations.ts';

const shortestSecret = 4;

/** The result without secrets of the integration: a receiver may answer what it was sent. */
export function withoutSecrets(
  result: SendResult,
  wire: OutboundIntegrationWire,
  credentials: ReadonlySet<string>,
): SendResult {
  const hide = hider(wire, credentials);
  if (result.outcome !== 'sent') return { ...result, error: hide(result.error) };
  return { ...result, providerId: result.providerId === null ? null : hide(result.providerId) };
}

function hider(wire: OutboundIntegrationWire, credentials: ReadonlySet<string>) {
  const secrets = [
    ...wireShapes.OutboundIntegration.secrets.flatMap((path) => textsAt(wire, path.split('.'))),
    ...credentials,
  ]
    .flatMap(spellings)
    .filter((secret) => secret.length >= shortestSecret)
    .sort((one, other) => other.length - one.length);
  return (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, mask), text);
}

/** As it is and as in a URL; of a URL, what follows the host. */
function spellings(secret: string): string[] {
  const { pathname = '', search = '' } = URL.parse(secret) ?? {};
  return [secret, encodeURIComponent(secret), `${pathname}${search}`];
}

function textsAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsAt(item, path));
  const [head, ...rest] = path;
  if (head === undefined) return typeof value === 'string' ? [value] : [];
  return isObject(value) ? textsAt(value[head], rest) : [];
}
