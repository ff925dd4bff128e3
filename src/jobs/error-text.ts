import type { TaskError } from '../kernel/index.ts';

const textLengthMax = 200;

/**
 * Parts of a message that may be a value: quoted, in brackets, an address, a word with a digit in it, or one that no
 * language has. Errors of databases and libraries name what they failed on, which belongs to an organization; the log
 * has the whole message.
 */
const values =
  /"[^"]*"|“[^”]*”|‘[^’]*’|`[^`]*`|(?<!\w)'[^']*'|\{.*\}|\[.*\]|\S*[@\d/\\=]\S*|\S{25,}/gu;

/** The kind of an error, and its message without values. */
export function taskErrorOf(error: unknown): TaskError {
  if (!(error instanceof Error)) return { kind: 'Error', text: '' };
  const { code } = error as { code?: unknown };
  const isFixed = typeof code === 'number' || (typeof code === 'string' && /^\w{1,40}$/.test(code));
  const [line = ''] = error.message.split('\n');
  return {
    kind: isFixed ? `${error.name} ${code}` : error.name,
    text: line
      .replaceAll(values, '…')
      .replaceAll(/(?:…\s*)+/g, '… ')
      .trim()
      .slice(0, textLengthMax),
  };
}
