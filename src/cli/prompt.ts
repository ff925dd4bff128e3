import { createInterface } from 'node:readline/promises';

/** Asks at the terminal; null where nobody sits there. */
export async function ask(question: string): Promise<string | null> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return null;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
