/** What is asked of the Public API, before it is bytes. */
import type { Value } from '../runtime/value.ts';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Value;
  readonly idempotencyKey?: string;
  /** Not under `/api/public/v1` but under the address of the server, and answered as text. */
  readonly isServerText?: true;
}
