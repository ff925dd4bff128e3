import type { Directory } from '../directory.ts';
import type { Cursors } from '../searching/cursors.ts';

/** Where and for whom a request is answered. */
export interface ScimCall {
  readonly directory: Directory;
  /** Names the organization, so that cursors of one are not for another. */
  readonly tenant: string;
  /** Absolute, without a slash at the end: `https://host/scim/v2`. */
  readonly baseUrl: string;
  readonly cursors: Cursors;
}

/** The parts of a request that the protocol looks at. Names of the query are spelled as in the RFC. */
export interface ScimRequest {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

export interface ScimAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent for 204 and 304. */
  readonly body?: unknown;
}
