import type { Request } from 'express';
import { arrivedAtOf } from './arrival-time.ts';
import { throughOf } from './in-process.ts';
import type { Arrival } from './operation.ts';
import { requestIdOf } from './request-id.ts';

export function arrivalOf(req: Request, rawBody: Arrival['rawBody']): Arrival {
  return {
    headers: new Headers(singleValues(req.headers)),
    requestId: requestIdOf(req),
    address: req.ip ?? '',
    url: req.originalUrl,
    arrivedAt: arrivedAtOf(req),
    isGone: () => req.socket.destroyed,
    through: throughOf(req),
    rawBody,
  };
}

/** For surfaces that people's browsers do not speak for. */
export function withoutCookies(arrival: Arrival): Arrival {
  const headers = new Headers(arrival.headers);
  headers.delete('cookie');
  return { ...arrival, headers };
}

export function singleValues(
  values: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
