import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { delayOf, type TaskState, type World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import type { DataFileDamage } from '../store/index.ts';
import type { Metrics } from './metrics.ts';
import { measureTasks } from './task-metrics.ts';

export interface Probes {
  router: Router;
  /** Takes the delay of alerting that `/readyz` reports. */
  alertingMeasured(behind: AlertingDelay): void;
  /** The clock of the machine was set. */
  clockJumped(jump: { at: Date; seconds: number }): void;
}

export interface ProbesOptions {
  world: World;
  metrics: Metrics;
  processes: Pick<Processes, 'id'>;
  /** Background tasks, for metrics and `/metrics/tasks`. */
  jobs: ShownTasks;
  /** Callers with this token may read metrics; undefined: everybody who reaches the port may. */
  metricsToken: string | undefined;
  dataFileDamage(): DataFileDamage | null;
}

interface ShownTasks {
  /** States by this process. */
  ownStates(): readonly TaskState[];
  /** States by all processes. */
  states(): Promise<readonly TaskState[]>;
}

interface AlertingDelay {
  oldestIncidentDueSeconds: number;
  oldestMessageDueSeconds: number;
  channelsDown: readonly { lane: string; since: Date }[];
  holdsOverSeconds: Readonly<Record<string, number>>;
  organizationsNotHolding: number;
}

/** How long it is said that the clock was set. */
const jumpShownMilliseconds = 3_600_000;

/**
 * `/healthz`: the process runs. `/readyz`: the store answers and takes writes; how far alerting is behind, and which
 * tasks are late. `/metrics`: Prometheus, and `/metrics/tasks`: background tasks, for whoever has the token where there
 * is one.
 */
export function createProbes(options: ProbesOptions): Probes {
  const { world, metrics, processes, jobs, metricsToken, dataFileDamage } = options;
  const router = Router();
  let delay: AlertingDelay = {
    oldestIncidentDueSeconds: 0,
    oldestMessageDueSeconds: 0,
    channelsDown: [],
    holdsOverSeconds: {},
    organizationsNotHolding: 0,
  };
  let jump: { at: Date; seconds: number; shownUntil: number } | null = null;
  metrics.measureDataFile(() => dataFileDamage()?.pages ?? 0);
  metrics.measureStore(() => world.store.writes.refusal() !== null);
  measureTasks(metrics.registry, jobs.ownStates);
  router.get('/healthz', (_req, res) => {
    res.type('text/plain').send('ok\n');
  });
  router.get('/readyz', async (_req, res) => {
    const refusal = world.store.writes.refusal();
    if (refusal) {
      res.set('retry-after', '5').status(503).type('text/plain').send(refusalText(refusal));
      return;
    }
    try {
      await world.store.connection.db?.command({ ping: 1 });
      // Being behind is no reason to send it no more webhooks: they are stored, and another process may catch up.
      const details = `${detailsOf(delay)}${taskLines(jobs.ownStates())}${jumpLine()}`;
      res.type('text/plain').send(`ready\n${damageLine(dataFileDamage())}${details}`);
    } catch (error) {
      world.log.warn({ err: error }, 'not ready: the database does not answer');
      res.status(503).type('text/plain').send('the store does not answer\n');
    }
  });
  router.get('/metrics', async (req, res) => {
    if (!isOperator(req, res)) return;
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  router.get('/metrics/tasks', async (req, res) => {
    if (!isOperator(req, res)) return;
    const tasks = (await jobs.states()).map((task) => ({
      ...task,
      error: errorText(task.error, metricsToken !== undefined),
    }));
    res.json({ process: processes.id, tasks });
  });
  /** Answers who is none. */
  function isOperator(req: Request, res: Response): boolean {
    if (metricsToken === undefined || isBearer(req.headers.authorization, metricsToken))
      return true;
    res.set('www-authenticate', 'Bearer').status(401).type('text/plain');
    res.send('Send Authorization: Bearer with the token of TOCSIN_METRICS_TOKEN.\n');
    return false;
  }
  function jumpLine(): string {
    if (jump === null || world.clock.elapsed() > jump.shownUntil) return '';
    const { at, seconds } = jump;
    return `the clock went ${seconds < 0 ? 'back' : 'forward'} by ${Math.abs(seconds)} s: ${at.toISOString()}\n`;
  }
  return {
    router,
    clockJumped: (seen) => {
      jump = { ...seen, shownUntil: world.clock.elapsed() + jumpShownMilliseconds };
      metrics.clockJumped();
    },
    alertingMeasured: (measured) => {
      delay = measured;
    },
  };
}

/** Without a token whoever reaches the port may read it, so no words. */
function errorText(error: TaskState['error'], isGuarded: boolean): string | null {
  if (error === null) return null;
  return isGuarded && error.text !== '' ? `${error.kind}: ${error.text}` : error.kind;
}

/** Tasks of this process that are late. Names are words of the program, so whoever reaches the port may read them. */
function taskLines(tasks: readonly TaskState[]): string {
  return tasks.map((task) => (delayOf(task) === null ? '' : taskLine(task))).join('');
}

function taskLine({ name, lateSeconds, runningSeconds }: TaskState): string {
  const why = runningSeconds === null ? '' : `: a run goes on for ${runningSeconds.toFixed(0)} s`;
  return `task ${name} late by ${lateSeconds.toFixed(0)} s${why}\n`;
}

function refusalText({ isFull, since }: { isFull: boolean; since: Date }): string {
  const why = isFull ? 'its disk is full' : 'a write failed, and the log says why';
  return `the store has taken no writes since ${since.toISOString()}: ${why}\n`;
}

function damageLine(damage: DataFileDamage | null): string {
  if (damage === null) return '';
  const { pages, since } = damage;
  return `the data file is damaged since ${since.toISOString()} (${pages} ${pages === 1 ? 'page' : 'pages'}): restore a backup; the log says more\n`;
}

function isBearer(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? '';
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(given), hashOf(token));
}

/** No words of a mail server or carrier: whoever reaches this port may read it. */
function detailsOf(delay: AlertingDelay): string {
  const { organizationsNotHolding: notHolding } = delay;
  const lines = [
    `oldest incident due: ${delay.oldestIncidentDueSeconds.toFixed(1)} s`,
    `oldest message due: ${delay.oldestMessageDueSeconds.toFixed(1)} s`,
    ...delay.channelsDown.map(
      ({ lane, since }) => `${lane} fails for everybody since ${since.toISOString()}`,
    ),
    ...Object.entries(delay.holdsOverSeconds).map(
      ([hold, seconds]) => `${hold} is over since ${seconds.toFixed(1)} s and holds back incidents`,
    ),
    ...(notHolding > 0 ? [`nothing waits for other incidents in ${notHolding} organizations`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
