import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks at the terminal without showing what is typed; null where nobody sits there. */
export async function askHidden(question: string): Promise<string | null> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return null;
  stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string | null>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(null));
    });
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
