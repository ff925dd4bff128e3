import { AppError, type ProblemCode } from '../kernel/index.ts';
import { type Sentence, say } from './sentence.ts';

type More = Omit<NonNullable<ConstructorParameters<typeof AppError>[2]>, 'fields'>;

/**
 * An error for the caller, in words of the table: pages show them in the language of whoever reads. `field`: the member
 * that it is about.
 */
export function refusal(
  code: ProblemCode,
  detail: Sentence,
  { field, ...more }: More & { field?: string } = {},
): AppError {
  return new AppError(
    code,
    detail,
    field === undefined ? more : { ...more, fields: { [field]: [detail] } },
  );
}

/** A 400 that says of each member what is wrong with it. */
export function refusedMembers(members: Readonly<Record<string, readonly Sentence[]>>): AppError {
  const detail = say('checkMembers', { members: Object.keys(members).slice(0, 5) });
  return new AppError('validation-failed', detail, { fields: members });
}
