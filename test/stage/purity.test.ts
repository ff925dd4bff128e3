import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** These read what is set up, or ask kinds whether they take a change; nothing else of the stage waits for anything. */
const loading = ['snapshot', 'apply-changes', 'snapshot-after'].map(
  (name) => `src/stage/${name}.ts`,
);
const impure = [
  /\basync\b|\bawait\b|\bPromise\b/,
  /\bnew Date\(\)|\bDate\.now\b|\bMath\.random\b|\bperformance\b|\bsetTimeout\b/,
  /\b(World|Ctx|systemContext|listResources|findResource|getResource|resourceExists)\b/,
  /\.model\b|\bfrom 'node:/,
];

it('asks no store, no clock and no network, beside the files that load and check', () => {
  const files = globSync('src/stage/**/*.ts', { cwd: root }).filter(
    (file) => !loading.includes(file),
  );
  expect(files.length).toBeGreaterThan(5);
  const found = files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8').replaceAll(
      /\/\*[\s\S]*?\*\/|\/\/.*$/gm,
      '',
    );
    return impure.flatMap((pattern) => (pattern.exec(code) ? `${file}: ${pattern.source}` : []));
  });
  expect(found).toEqual([]);
  expect(impure.some((pattern) => pattern.test('await listResources(ctx, teamKind)'))).toBe(true);
});
