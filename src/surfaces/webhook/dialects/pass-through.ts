import { keptHeaders, keptQuery } from '../../../bodies/index.ts';
import { bearerOf } from '../credentials.ts';
import type { Dialect, RequestHead } from './dialect.ts';

/** The members that such a dialect adds. */
interface Given extends Pick<Dialect, 'base' | 'original' | 'unknown'> {
  /** The key of the request by its address and headers. Throws `not-found` for addresses that are nobody's. */
  keyOf(head: RequestHead): string;
}

/** A dialect for any type: whatever the tool sends is the payload. */
export function passThrough({ keyOf, ...given }: Given): Dialect {
  return {
    protocol: null,
    credentialsOf: (head) => ({ key: keyOf(head), bearer: bearerOf(head.headers.authorization) }),
    read: ({ method, headers, query, body }, view) => ({
      raw: {
        method,
        contentType: headers['content-type'] ?? '',
        headers: keptHeaders(headers, view?.type.verificationHeader ?? null),
        query: keptQuery(query),
        body,
      },
    }),
    refuse: (problem) => ({
      status: problem.status,
      body: problem,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    }),
    ...given,
  };
}
