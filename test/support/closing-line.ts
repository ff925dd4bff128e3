import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with the line `N passed, N failed, N skipped` that continuous integration reads. */
export default class ClosingLine implements Reporter {
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
    process.stdout.write(
      `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
    );
  }
}
