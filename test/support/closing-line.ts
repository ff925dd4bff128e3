import type { Reporter, TestModule } from 'vitest/node';

const elsewhere = `Not in this run:
  npm run test:programs the console in Chromium, the provider in Terraform
  npm run test:crash    processes that are killed, stores that several share, a fault at every write
  npm run test:examine  all pages of the console in all their looks and by keyboard, and what fifteen tasks take
  npm run test:long     half an hour of random nights, calls, damage and values, of which this run has the beginning
`;
/** More than anybody names on a command line. */
const wholeSuite = 200;

/** Ends a run with the line `N passed, N failed, N skipped` that continuous integration reads. */
export default class ClosingLine implements Reporter {
  readonly #mode: string;

  constructor({ mode }: { mode: string }) {
    this.#mode = mode;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state !== 'pending') counts[state] += 1;
      }
      // A file that does not load has no tests, and must not count as none failed.
      if (module.state() === 'failed' && counts.failed === 0) counts.failed += 1;
    }
    if (this.#mode === 'server' && modules.length > wholeSuite) process.stdout.write(elsewhere);
    process.stdout.write(
      `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
    );
  }
}
