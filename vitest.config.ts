import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Workers, and the programs that tests start, keep what Node made of sources: stripped types and bytecode.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('node_modules/.cache/node', import.meta.url),
);

const root = fileURLToPath(new URL('.', import.meta.url));
/** What Node runs in production, too. */
const sources = new RegExp(
  `^${root.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(cdktf-provider|scim|src)/`,
);

/**
 * Two more than there are processors: tests also wait, for the disk and for programs that they start. All of them stay until the end,
 * because the pool fails when it ends a worker that has nothing to do at the same time as the run ends it.
 */
const workers = availableParallelism() + 2;
/** Beside those of `npm test`, which have the processors while programs are waited for. */
const waitingWorkers = availableParallelism() + 1;

/** Files that take longest, whatever their size, and then folders of such. */
const longest = [
  /(\.crash|apply)\.test\.ts$/,
  /\/test\/(cli|console|flows|stories|resources|security|store|surfaces|cdktf-provider)\//,
  /./,
];

/** A long file that comes last leaves the other workers with nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      longest.findIndex((some) => some.test(moduleId));
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const crash = 'test/**/*.crash.test.ts';
const examine = 'test/**/*.examine.test.ts';
const tests = globSync('test/**/*.test.ts', { cwd: root });
const longRuns = tests.filter((file) => /support\/runs\.ts'/.test(textOf(file)));
/** What starts Chromium, or Terraform. */
const starters = ['test/support/browser.ts', 'test/cdktf-provider/support/terraform.ts'];
const programs = tests.filter((file) => starts(file, new Set()));

/** Modes of one configuration. Without a mode, Vitest runs the files that are named, of any mode but `examine`. */
const files: Record<string, { include: string[]; exclude?: string[] }> = {
  test: { include: ['test/**/*.test.ts'], exclude: [examine] },
  server: { include: ['test/**/*.test.ts'], exclude: [crash, examine, ...programs] },
  programs: { include: programs, exclude: [crash, examine] },
  crash: { include: [crash] },
  waiting: { include: [...programs, crash], exclude: [examine] },
  examine: { include: [examine] },
  long: { include: longRuns },
};

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Whether it imports one of the starters, or a helper that does. */
function starts(file: string, seen: Set<string>): boolean {
  if (starters.includes(file)) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return Array.from(textOf(file).matchAll(/from '(\.[^']+\.ts)'/g), ([, path = '']) =>
    join(dirname(file), path),
  ).some((helper) => helper.startsWith('test/') && starts(helper, seen));
}

/** Files share a worker, which comes to hold a gigabyte: with a small room for young objects it is searched far too often. */
const execArgv = ['--max-semi-space-size=64'];

const forksOf = (count: number) => ({
  execArgv,
  isolate: false,
  minForks: count,
  maxForks: count,
});

export default defineConfig(({ mode }) => ({
  test: {
    ...(files[mode] ?? files.test),
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    poolOptions: { forks: forksOf(mode === 'waiting' ? waitingWorkers : workers) },
    // Node itself loads the server, as in production. Vite would transform each file once more and turn each use of an import into a
    // look-up, which took the processor a sixth of a run.
    server: { deps: { external: [sources] } },
    // As Node does it: a name that a CommonJS package does not export is missing here, too.
    deps: { interopDefault: false },
    // Files share a worker: what one spied on, or set, must not reach the next.
    restoreMocks: true,
    globalSetup: ['./test/support/shared-folder.ts'],
    setupFiles: ['./test/support/same-environment.ts'],
    // Beyond what a busy machine needs: reaching it means that something hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: ['default', ['./test/support/closing-line.ts', { mode }]],
  },
}));
