/** A request to the Public API, before it is bytes. */
import type { Value } from '../runtime/value.ts';

/** By parameter; a list is sent as one of each. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Query;
  readonly body?: Value;
  /** Sent as the only part of a form, in place of `body`. */
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
  readonly idempotencyKey?: string;
  /** Not under `/api/public/v1` but under the address of the server, and answered as text. */
  readonly isServerText?: true;
}
