import type { SendResult } from '../egress/index.ts';
import { isObject } from '../kernel/index.ts';
import { mask, wireShapes } from '../resources/index.ts';
import type { ToolExchange } from './exchange.ts';
import type { OutboundIntegrationWire } from './integrations.ts';
import { cut } from './report.ts';

const shortestSecret = 4;

/** The result without secrets of the integration: a receiver may answer what it was sent. */
export function withoutSecrets(
  result: SendResult,
  wire: OutboundIntegrationWire,
  credentials: ReadonlySet<string>,
): SendResult {
  const hide = hider(wire, credentials);
  if (result.outcome !== 'sent') {
    const error = hide(result.error);
    // The hidden secret is in the values of the sentence, too: then only the text is left.
    const { sentence, ...rest } = result;
    return { ...rest, error, ...(sentence && error === result.error ? { sentence } : {}) };
  }
  return { ...result, providerId: result.providerId === null ? null : hide(result.providerId) };
}

const requestMax = 4000;
const answerMax = 2000;

/**
 * The requests and answers without secrets, short enough to be kept. Cut last, or the beginning of a secret could be
 * left.
 */
export function withoutSecretsIn(
  exchanges: readonly ToolExchange[],
  wire: OutboundIntegrationWire,
  credentials: ReadonlySet<string>,
): ToolExchange[] {
  const hide = hider(wire, credentials);
  return exchanges.map(({ method, url, request, status, answer }) => ({
    method,
    url: cut(shownUrl(url, hide), answerMax),
    request: request === null ? null : cut(hide(request), requestMax),
    status,
    answer: cut(hide(answer), answerMax),
  }));
}

/** Where it went stays to be seen, also where the whole address is a secret. */
function shownUrl(url: string, hide: (text: string) => string): string {
  const { origin = '', pathname = '', search = '' } = URL.parse(url) ?? {};
  return origin === '' ? hide(url) : `${origin}${hide(`${pathname}${search}`)}`;
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

/** As it is, as in a URL and as in JSON; of a URL, what follows the host. */
function spellings(secret: string): string[] {
  const { pathname = '', search = '' } = URL.parse(secret) ?? {};
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [secret, encodeURIComponent(secret), inJson, `${pathname}${search}`];
}

function textsAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsAt(item, path));
  const [head, ...rest] = path;
  if (head === undefined) return typeof value === 'string' ? [value] : [];
  return isObject(value) ? textsAt(value[head], rest) : [];
}
