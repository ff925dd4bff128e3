import { Router } from 'express';
import type { World } from '../kernel/index.ts';
import type { Metrics } from './metrics.ts';

/** `/healthz`: the process runs. `/readyz`: the store answers. `/metrics`: Prometheus. */
export function createProbes(world: World, metrics: Metrics): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.type('text/plain').send('ok\n');
  });
  router.get('/readyz', async (_req, res) => {
    try {
      await world.store.connection.db?.command({ ping: 1 });
      res.type('text/plain').send('ready\n');
    } catch (error) {
      world.log.warn({ err: error }, 'not ready: the database does not answer');
      res.status(503).type('text/plain').send('the store does not answer\n');
    }
  });
  router.get('/metrics', async (_req, res) => {
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}
