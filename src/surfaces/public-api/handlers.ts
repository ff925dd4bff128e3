import type { OperationAnswer, OperationHandler } from '../../http/index.ts';
import type { ApiCaller } from './caller.ts';

export type Handler = OperationHandler<ApiCaller>;
export type Handlers = Readonly<Record<string, Handler>>;

/** Status 200 is the only success, for every verb (public-api.md 0.2). */
export function ok(body: unknown, headers?: Record<string, string>): OperationAnswer {
  return headers ? { status: 200, body, headers } : { status: 200, body };
}
