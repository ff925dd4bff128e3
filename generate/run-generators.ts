import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Generator } from './generator.ts';

/** Loads a generator when its turn comes, so that it may import what those before it have written. */
export type LoadGenerator = () => Promise<Generator>;

/** Writes what is generated and answers how many files differed; with `check` it only says which. */
export async function runGenerators(
  generators: readonly LoadGenerator[],
  check: boolean,
): Promise<number> {
  let different = 0;
  for (const load of generators) {
    const generator = await load();
    for (const [path, content] of await generator.outputs()) {
      if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) continue;
      different += 1;
      if (check) {
        console.error(`${generator.name}: ${path} is not what its sources say.`);
      } else {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
        console.log(`${generator.name}: wrote ${path}`);
      }
    }
  }
  return different;
}
