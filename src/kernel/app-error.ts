import { inEnglish } from '../../openapi/texts/in-english.ts';
import { render } from '../../openapi/texts/render.ts';
import type { Sentence } from '../../openapi/texts/sentence.ts';
import type { ProblemCode } from './problems.ts';

/** Messages by field, as `public-api.md` 1.1 wants them: `{"rules[0].conditions": ["…"]}`. */
export type FieldErrors = Record<string, string[]>;

/** The mistakes of each member, before they are put into a language. */
type RefusedMembers = Readonly<Record<string, readonly Sentence[]>>;

/** The detail and the messages by field, before they are in a language. */
export interface SaidOfError {
  detail: Sentence;
  fields?: RefusedMembers;
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
    detail: Sentence,
    more: {
      cause?: unknown;
      fields?: RefusedMembers | undefined;
      headers?: Record<string, string>;
      members?: Record<string, unknown>;
    } = {},
  ) {
    super(textOf(detail), more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields =
      more.fields && mapMembers(more.fields, (reasons) => reasons.map((reason) => textOf(reason)));
    this.headers = more.headers;
    this.members = more.members;
    this.said = { detail, ...(more.fields && { fields: more.fields }) };
  }
}

/** A 404 for `what` with id `id`; used alike for unknown ids and for those of other organizations. */
export function notFound(what: string, id: string): AppError {
  return new AppError('not-found', { code: 'noSuchObject', values: { what, id } });
}

/** Whether it says that something is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found';
}

/** Null where somebody else has removed meanwhile what it is about. */
export async function unlessGone<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** A 400 naming one field. */
export function invalidField(field: string, reason: Sentence): AppError {
  return new AppError(
    'validation-failed',
    { code: 'memberIsWrong', values: { member: field, reason } },
    { fields: { [field]: [reason] } },
  );
}

export function textOf(said: Sentence): string {
  return render(said, inEnglish) ?? said.code;
}

function mapMembers<From, To>(
  members: Readonly<Record<string, From>>,
  change: (from: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, change(one)]));
}
