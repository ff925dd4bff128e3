import { setTimeout as pause } from 'node:timers/promises';
import { type OutboundClient, OutboundError } from '../egress/index.ts';
import { isObject } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { type Ask, LogUnread } from './product-log.ts';
import { logOf } from './product-logs.ts';
import type { ShadowRun } from './shadow-run-kind.ts';

const timeoutMilliseconds = 20_000;
const bodyBytesMax = 8 * 1024 * 1024;
/** The pause for products that allow several requests a second. */
const usualRestMilliseconds = 200;

/** Asks the product of a run with its key. `restMilliseconds`: between two requests, where it is not the usual. */
export function askOf(
  outbound: OutboundClient,
  { wire }: ShadowRun,
  { stopping, restMilliseconds }: { stopping: AbortSignal; restMilliseconds: number | undefined },
): Ask {
  const product = logOf(wire);
  const { displayName: name } = product;
  const base = (wire.url ?? product.url ?? '').replace(/\/+$/, '');
  const rest = restMilliseconds ?? product.restMilliseconds ?? usualRestMilliseconds;
  return async (path, asked) => {
    await pause(rest, undefined, { signal: stopping }).catch(() => undefined);
    const answer = await outbound
      .request(`${base}${path}`, {
        ...(asked && { method: 'POST', body: JSON.stringify(asked) }),
        headers: {
          accept: 'application/json',
          ...(asked && { 'content-type': 'application/json' }),
          ...product.headersOf(wire.apiKey),
        },
        // The key goes to this address and to no other.
        redirectsMax: 0,
        timeoutMilliseconds,
        bodyBytesMax,
        signal: stopping,
      })
      .catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        throw new LogUnread(error.sentence ?? say('shadowUrlUnusable'));
      });
    const { status, headers, body, isTruncated } = answer;
    if (status === 401 || status === 403)
      throw new LogUnread(say('shadowKeyRefused', { product: name, status }));
    if (status === 429)
      throw new LogUnread(say('shadowTooFast', { product: name }), afterOf(headers));
    if (status !== 200) throw new LogUnread(say('shadowAnswers', { product: name, status }));
    const read: unknown = isTruncated ? null : parsed(body);
    if (Array.isArray(read)) return { items: read };
    if (!isObject(read)) throw new LogUnread(say('shadowAnswerBroken', { product: name }));
    return read;
  };
}

/** `X-RateLimit-Period-In-Sec` is Opsgenie's, `ratelimit-reset` PagerDuty's. */
function afterOf(headers: Readonly<Record<string, unknown>>): number {
  const named = ['retry-after', 'ratelimit-reset', 'x-ratelimit-period-in-sec'];
  const [seconds] = named.map((name) => Number(headers[name])).filter((value) => value > 0);
  return seconds ?? 60;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
