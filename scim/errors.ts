import type { DirectoryRefusal } from './directory.ts';

/** The keywords of RFC 7644 section 3.12 and RFC 9865 that clients look at. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidCursor'
  | 'expiredCursor'
  | 'invalidCount';

/** Anything that a client is to be told. The message says what to do. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  constructor(status: number, message: string, scimType?: ScimType, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ScimError';
    this.status = status;
    this.scimType = scimType;
  }
}

/** 400 with a keyword. */
export function badRequest(scimType: ScimType, message: string, options?: ErrorOptions): ScimError {
  return new ScimError(400, message, scimType, options);
}

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

export interface ErrorBody {
  schemas: readonly [typeof errorSchema];
  /** As a string: many clients look at it before the status of the answer. */
  status: string;
  scimType?: ScimType;
  detail: string;
}

export function errorBody(status: number, detail: string, scimType?: ScimType): ErrorBody {
  return {
    schemas: [errorSchema],
    status: String(status),
    ...(scimType && { scimType }),
    detail,
  };
}

/** The SCIM error that a client gets for a refusal of the Directory. */
export function refusalToError(reason: DirectoryRefusal, message: string): ScimError {
  switch (reason) {
    case 'uniqueness':
      return new ScimError(409, message, 'uniqueness');
    case 'forbidden':
      return new ScimError(403, message);
    default:
      return badRequest(reason, message);
  }
}
