import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MadeBundle } from './bundle.ts';

const program = fileURLToPath(new URL('./bundle-process.ts', import.meta.url));

/**
 * Bundles `console/` in a process of its own, which gives back the memory that it took, and holds up nobody. Rejects
 * with what it wrote when it failed.
 */
export function bundleApart(): Promise<MadeBundle> {
  const child = fork(program, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-10_000);
  });
  return new Promise((resolve, reject) => {
    child.once('message', (made) => resolve(made as MadeBundle));
    child.once('error', reject);
    child.once('close', (code) =>
      reject(new Error(`The console could not be bundled (exit code ${code}).\n${complaint}`)),
    );
  });
}
