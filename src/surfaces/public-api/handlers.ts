import type { OperationAnswer, OperationHandler } from '../../http/index.ts';
import type { ApiCaller } from './caller.ts';
import type { Traits } from './traits.ts';

export type Handler = OperationHandler<ApiCaller, Traits>;
export type Handlers = Readonly<Record<string, Handler>>;

/** Status 200 is the only success, for every verb (public-api.md 0.2). */
export function ok(body: unknown, headers?: Record<string, string>): OperationAnswer {
  return headers ? { status: 200, body, headers } : { status: 200, body };
}
