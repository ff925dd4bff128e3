import { expect, it } from 'vitest';
import { createMetrics } from '../../src/http/metrics.ts';

it('only counters are called _total', async () => {
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  expect(metrics.length).toBeGreaterThan(20);
  const totals = metrics.filter(({ name }) => name.endsWith('_total'));
  expect(totals.filter(({ type }) => String(type) !== 'counter').map(({ name }) => name)).toEqual(
    [],
  );
  const counters = metrics.filter(({ type }) => String(type) === 'counter');
  expect(counters.filter(({ name }) => !name.endsWith('_total')).map(({ name }) => name)).toEqual(
    [],
  );
});
