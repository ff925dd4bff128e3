import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/**
 * `prom-client` measures these with a timer that cannot be switched off, so the timer gets an interval that never ends.
 */
export const neverMilliseconds = 2 ** 31 - 1;
const names = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(lagName);

/**
 * How long turns of the event loop keep others waiting, measured by the turns themselves: a timer would wake an idle
 * server a hundred times a second. Each look begins anew.
 */
export function measureEventLoopLag(registry: Registry): void {
  for (const name of names) registry.removeSingleMetric(name);
  const turns = monitorEventLoopDelay(perTurn);
  turns.enable();
  const figures = {
    mean: () => turns.mean,
    p50: () => turns.percentile(50),
    p90: () => turns.percentile(90),
    p99: () => turns.percentile(99),
    max: () => turns.max,
  };
  for (const [figure, nanoseconds] of Object.entries(figures))
    new Gauge({
      name: lagName(figure),
      help: `Turns of the event loop since the last look: ${figure}.`,
      registers: [registry],
      collect() {
        this.set(turns.count === 0 ? 0 : nanoseconds() / 1e9);
        if (figure === 'max') turns.reset();
      },
    });
}

function lagName(figure: string): string {
  return `nodejs_eventloop_lag_${figure}_seconds`;
}

/** Node before 26 knows the first only, and takes a timer. */
const perTurn = { resolution: 10, samplePerIteration: true };
