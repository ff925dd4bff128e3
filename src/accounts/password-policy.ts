import { invalidField } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

const lengthMin = 12;
const lengthMax = 256;

/**
 * Throws 400 for a password that is guessed early (NIST SP 800-63B 3.1.1.2: length and what is known, no rules about
 * kinds of characters). Lengths are those of the normalised text, which is what is hashed.
 */
export async function demandGoodPassword(
  password: string,
  { email, names = [] }: { email: string | null; names?: readonly string[] },
): Promise<void> {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length < lengthMin)
    throw invalidField('password', say('passwordTooShort', { length: lengthMin }));
  if (length > lengthMax)
    throw invalidField('password', say('passwordTooLong', { length: lengthMax }));
  const core = coreOf(text);
  const known = ['tocsin', ...(email === null ? [] : [email, ...email.split('@')]), ...names]
    .map(coreOf)
    .filter((word) => word.length > 2);
  if (known.some((word) => core === word || core === word.repeat(2)))
    throw invalidField('password', say('passwordOwnName'));
  if (isMonotonous(text) || (await isCommon(text, core)))
    throw invalidField('password', say('passwordCommon'));
}

/** Without what people put around a word to make it longer. */
function coreOf(text: string): string {
  return text.toLowerCase().replaceAll(/^[\W\d_]+|[\W\d_]+$/g, '');
}

/** One to three characters again and again, or a run such as 0123456789. */
function isMonotonous(text: string): boolean {
  const characters = [...text];
  if (new Set(characters).size <= 3) return true;
  const steps = characters
    .slice(1)
    .map(
      (character, at) => (character.codePointAt(0) ?? 0) - (characters[at]?.codePointAt(0) ?? 0),
    );
  const runs = steps.filter((step) => Math.abs(step) <= 1).length;
  return runs >= steps.length - 1;
}

async function isCommon(text: string, core: string): Promise<boolean> {
  const common = await commonPasswords();
  const lower = text.toLowerCase();
  if (common.has(lower) || (core.length >= 4 && common.has(core))) return true;
  const half = lower.slice(0, lower.length / 2);
  return half.repeat(2) === lower && common.has(half);
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Half a megabyte, read by whoever chooses a password first. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  );
  return loading;
}
