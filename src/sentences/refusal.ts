import { AppError, type ProblemCode } from '../kernel/index.ts';
import { inEnglish } from './in-language.ts';
import { type Sentence, say } from './sentence.ts';

type More = Omit<NonNullable<ConstructorParameters<typeof AppError>[2]>, 'said' | 'fields'>;

/**
 * An error for the caller, in words of the table: pages show them in the language of whoever reads. `field`: the member
 * that it is about.
 */
export function refusal(
  code: ProblemCode,
  detail: Sentence,
  { field, ...more }: More & { field?: string } = {},
): AppError {
  const text = inEnglish(detail);
  if (field === undefined) return new AppError(code, text, { ...more, said: { detail } });
  const said = { detail, fields: { [field]: [detail] } };
  return new AppError(code, text, { ...more, fields: { [field]: [text] }, said });
}

/** A 400 that says of each member what is wrong with it. */
export function refusedMembers(members: Readonly<Record<string, readonly Sentence[]>>): AppError {
  const fields = Object.fromEntries(
    Object.entries(members).map(([name, reasons]) => [name, reasons.map(inEnglish)]),
  );
  const detail = say('checkMembers', { members: Object.keys(members).slice(0, 5) });
  const said = { detail, fields: members };
  return new AppError('validation-failed', inEnglish(detail), { fields, said });
}
