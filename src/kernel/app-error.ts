import type { Sentence } from '../../openapi/texts/sentence.ts';
import type { ProblemCode } from './problems.ts';

/** Messages by field, as `public-api.md` 1.1 wants them: `{"rules[0].conditions": ["…"]}`. */
export type FieldErrors = Record<string, string[]>;

/** The detail and the messages by field, before they are in a language; of some of them, where not all have codes. */
export interface SaidOfError {
  detail?: Sentence;
  fields?: Readonly<Record<string, readonly Sentence[]>>;
}

/**
 * An error for the caller. `detail` tells them what to do; `cause` is for the log and never
 * leaves the server; `headers` are added to the answer (for example `Retry-After`), `members` to the problem.
 */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly fields: FieldErrors | undefined;
  readonly headers: Record<string, string> | undefined;
  readonly members: Record<string, unknown> | undefined;
  readonly said: SaidOfError;

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      cause?: unknown;
      fields?: FieldErrors;
      headers?: Record<string, string>;
      members?: Record<string, unknown>;
      said?: SaidOfError;
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = more.fields;
    this.headers = more.headers;
    this.members = more.members;
    this.said = more.said ?? {};
  }
}

/** A 404 for `what` with id `id`; used alike for unknown ids and for those of other organizations. */
export function notFound(what: string, id: string): AppError {
  return new AppError('not-found', `There is no ${what} with id ${id} in this organization.`, {
    said: { detail: { code: 'noSuchObject', values: { what, id } } },
  });
}

/** A 400 naming one field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('validation-failed', `${field}: ${message}`, {
    fields: { [field]: [message] },
  });
}
