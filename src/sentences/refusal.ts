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
  return new AppError('validation-failed', wrongMembers(members), { fields: members });
}

/** Says of the first of them what is wrong: the problem has all. */
function wrongMembers(fields: Readonly<Record<string, readonly Sentence[]>>): Sentence {
  const members = Object.entries(fields)
    .slice(0, 5)
    .flatMap(([member, [reason]]) => (reason ? [say('memberIsWrong', { member, reason })] : []));
  return say('membersAreWrong', { members });
}
