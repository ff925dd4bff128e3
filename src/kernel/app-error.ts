import type { ProblemCode } from './problems.ts';

/** Messages by field, as `public-api.md` 1.1 wants them: `{"rules[0].conditions": ["…"]}`. */
export type FieldErrors = Record<string, string[]>;

/**
 * An error for the caller. `detail` tells them what to do; `cause` is for the log and never
 * leaves the server; `headers` are added to the answer (for example `Retry-After`), `members` to the problem.
 */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly fields: FieldErrors | undefined;
  readonly headers: Record<string, string> | undefined;
  readonly members: Record<string, unknown> | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      cause?: unknown;
      fields?: FieldErrors;
      headers?: Record<string, string>;
      members?: Record<string, unknown>;
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = more.fields;
    this.headers = more.headers;
    this.members = more.members;
  }
}

/** A 404 for `what` with id `id`; used alike for unknown ids and for those of other organizations. */
export function notFound(what: string, id: string): AppError {
  return new AppError('not-found', `There is no ${what} with id ${id} in this organization.`);
}

/** A 400 naming one field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('validation-failed', `${field}: ${message}`, {
    fields: { [field]: [message] },
  });
}
