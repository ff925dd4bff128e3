import { Router } from 'express';
import type { World } from '../kernel/index.ts';
import type { Metrics } from './metrics.ts';

export interface Probes {
  router: Router;
  /** What `/readyz` says of alerting. */
  alertingMeasured(behind: AlertingDelay): void;
}

interface AlertingDelay {
  oldestIncidentDueSeconds: number;
  oldestMessageDueSeconds: number;
}

/** `/healthz`: the process runs. `/readyz`: the store answers, and how far alerting is behind. `/metrics`: Prometheus. */
export function createProbes(world: World, metrics: Metrics): Probes {
  const router = Router();
  let delay: AlertingDelay = { oldestIncidentDueSeconds: 0, oldestMessageDueSeconds: 0 };
  router.get('/healthz', (_req, res) => {
    res.type('text/plain').send('ok\n');
  });
  router.get('/readyz', async (_req, res) => {
    try {
      await world.store.connection.db?.command({ ping: 1 });
      // Being behind is no reason to send it no more webhooks: they are stored, and another process may catch up.
      res.type('text/plain').send(`ready\n${detailsOf(delay)}`);
    } catch (error) {
      world.log.warn({ err: error }, 'not ready: the database does not answer');
      res.status(503).type('text/plain').send('the store does not answer\n');
    }
  });
  router.get('/metrics', async (_req, res) => {
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return {
    router,
    alertingMeasured: (measured) => {
      delay = measured;
    },
  };
}

function detailsOf({ oldestIncidentDueSeconds, oldestMessageDueSeconds }: AlertingDelay): string {
  const lines = [
    `oldest incident due: ${oldestIncidentDueSeconds.toFixed(1)} s`,
    `oldest message due: ${oldestMessageDueSeconds.toFixed(1)} s`,
  ];
  return `${lines.join('\n')}\n`;
}
