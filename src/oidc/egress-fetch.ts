import type { CustomFetchOptions } from 'openid-client';
import { type OutboundClient, OutboundError } from '../egress/index.ts';

const bodiless = new Set([101, 204, 205, 304]);

/**
 * `fetch` for the protocol libraries, through the one client that checks addresses. Redirects are not followed: no
 * endpoint of an identity provider answers with one, and following would lead wherever the provider says.
 */
export function egressFetch(egress: OutboundClient) {
  return async (
    url: string,
    { method, headers, body, signal }: Partial<CustomFetchOptions> = {},
  ): Promise<Response> => {
    const content = textOf(body);
    const answer = await egress.request(url, {
      redirectsMax: 0,
      ...(method === undefined ? {} : { method }),
      ...(headers === undefined ? {} : { headers: Object.fromEntries(new Headers(headers)) }),
      ...(content === undefined ? {} : { body: content }),
      ...(signal ? { signal } : {}),
    });
    if (answer.isTruncated)
      throw new OutboundError('connection', 'The answer is larger than 64 KiB.');
    const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((one) => one !== undefined)
        .map((one): [string, string] => [name, one]),
    );
    return new Response(bodiless.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: kept,
    });
  };
}

/** The libraries send forms and nothing else. */
function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Only texts and forms are sent to identity providers.');
}
