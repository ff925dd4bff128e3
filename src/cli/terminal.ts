import { setTimeout as pause } from 'node:timers/promises';
import { Option } from 'commander';

/** Where a command prints and what it knows of the world; tests hand in their own. */
export interface Terminal {
  print(text: string): void;
  /** Says meanwhile what is waited for, beside what is printed; default: nowhere. */
  note?(text: string): void;
  env: NodeJS.ProcessEnv;
  columns: number;
  /** Shows a new picture in place of the last one. */
  clear(): void;
  /** Sets the exit code of a command whose result is not as it should be. */
  exitWith(code: number): void;
  /** Asks for what nobody else should see; default: at the terminal, or from a pipe. */
  askSecret?(question: string): Promise<string>;
  /** Ends what would go on for ever. */
  signal?: AbortSignal;
}

/** Ctrl-C aborts the signal that the work gets; pressed once more it ends the command. */
export async function interruptibly<Result>(
  { signal }: Pick<Terminal, 'signal'>,
  work: (interruption: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal) return work(signal);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}

/** Waits; false: it was interrupted. */
export async function waited(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}

/** The option of every command that reads. */
export const jsonOption = ['--json', 'as the API answers it'] as const;

/** The option of every command whose result has several forms; the first is the usual one. */
export function formatOption(formats: readonly string[]): Option {
  return new Option('--format <format>', 'form of what is printed')
    .choices(formats)
    .default(formats[0]);
}

export function printJson({ print }: Pick<Terminal, 'print'>, answer: unknown): void {
  print(JSON.stringify(answer, null, 2));
}
