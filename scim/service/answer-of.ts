import { DirectoryError } from '../directory.ts';
import { errorBody, refusalToError, ScimError } from '../errors.ts';
import type { ScimAnswer } from './call.ts';

/** The error that a client gets for an exception of the protocol or a directory; null for our own faults. */
export function toScimError(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error;
  return error instanceof DirectoryError ? refusalToError(error.reason, error.message) : null;
}

export function answerOf({ status, message, scimType }: ScimError): ScimAnswer {
  return { status, body: errorBody(status, message, scimType) };
}
