import type { RequestHandler } from 'express';
import { accountsIdle } from './accounts/index.ts';
import type { App, AppOptions } from './app-options.ts';
import { createAsTerraform } from './as-terraform.ts';
import { headsWritten, logHeads } from './audit/index.ts';
import { recordingRetention } from './calls/index.ts';
import { layFoundation } from './foundation.ts';
import { type AskInProcess, createInProcess, createWeb, noteArrival } from './http/index.ts';
import { movingTaskName, onLongHistory } from './incidents/index.ts';
import { tellUnreadableTask } from './ingest/index.ts';
import type { Task } from './kernel/index.ts';
import { createParts, type Parts } from './parts.ts';
import { heartbeatTask } from './processes/index.ts';
import { guaranteeMetricsTask, guaranteeTask } from './proofs/index.ts';
import { createProviderRegistry } from './provider-registry.ts';
import { weeklyMailTask } from './reports/index.ts';
import { createRunning, type Part, type Running } from './running.ts';
import { pageSweepTasks } from './store/index.ts';
import { createCalendars } from './surfaces/calendar-feeds/index.ts';
import { createChatSurface } from './surfaces/chat/index.ts';
import { createConsole, createOidcPages } from './surfaces/console/index.ts';
import { createLinks } from './surfaces/links/index.ts';
import { createMcp } from './surfaces/mcp/index.ts';
import { createAuthenticator, createPublicApi } from './surfaces/public-api/index.ts';
import { createScimApi } from './surfaces/scim-api/index.ts';
import { createTelephony } from './surfaces/telephony/index.ts';
import { version } from './version.ts';
import { createWarmUp } from './warm-up.ts';

/** Connections that are still busy are closed then. */
const stopGraceSeconds = 10;

/** Asked in this order: hosts of status pages serve nothing else. */
const routers: readonly ((parts: Parts, ask: AskInProcess) => RequestHandler)[] = [
  ({ status }) => status.byHost,
  ({ status }) => status.router,
  ({ probes }) => probes.router,
  createProviderRegistry,
  ({ consoleApp }) => consoleApp.router,
  createConsole,
  createOidcPages,
  createPublicApi,
  (parts, ask) =>
    createMcp({ ...parts, version, asTerraform: createAsTerraform(parts.publicUrl) }, ask),
  createScim,
  createChatSurface,
  createLinks,
  createCalendars,
  createTelephony,
];

/**
 * Takes the port, makes every part, starts one after the other, and serves. A start that fails leaves nothing running.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const running = createRunning(options.log);
  try {
    return await startParts(options, running);
  } catch (error) {
    // Parts that could not be stopped are in the log.
    await running.stop().catch(() => undefined);
    throw error;
  }
}

async function startParts(options: AppOptions, running: Running): Promise<App> {
  const foundation = await layFoundation(options, running);
  const parts = createParts(options, foundation);
  for (const [name, part] of Object.entries(startOrder(parts))) await running.start(name, part);
  const { listening, world, processes, firstStart, jobs, mailSurface } = parts;
  return {
    url: listening.url,
    world,
    processes,
    jobs,
    firstStart,
    mailPort: () => mailSurface?.port() ?? null,
    stop: running.stop,
  };
}

/** Stopped in reverse: no new requests, then nothing that is due, then what both have left to store. */
function startOrder(parts: Parts): Record<string, Part> {
  const { world, tracing, channels, ingest, webhook, jobs, alerting, live, poke } = parts;
  return {
    tracing: { stop: () => tracing?.stop() },
    audit: {
      async stop() {
        await headsWritten(world);
        await logHeads(world);
      },
    },
    channels: { stop: channels.close },
    accounts: { stop: () => accountsIdle(world) },
    ingest,
    personCalendars: { stop: parts.personCalendars.stop },
    proofs: { stop: parts.proofs.stop },
    replays: { stop: parts.replays.stop },
    webhook: { stop: webhook.stop },
    jobs: { start: () => jobs.start(tasksOf(parts)), stop: jobs.stop },
    incidents: { start: () => onLongHistory(world, () => poke(movingTaskName)) },
    alerting,
    requests: createRequests(parts),
    // First of all, or those who look at a page would be waited for.
    live: { stop: live.stop },
    warmUp: createWarmUp(parts),
  };
}

/** Everything that asks for something: by HTTP, and by mail. Stopped when all that was accepted is answered. */
function createRequests(parts: Parts): Part {
  const { world, config, listening, webhook, mailSurface, intake } = parts;
  // In-process requests from one surface to another take the same way as requests from outside.
  const ask = createInProcess((req, res) => web(req, res));
  const web = createWeb(
    routers.map((make) => make(parts, ask)),
    { log: world.log, trustedProxies: config.trustedProxies },
  );
  return {
    async start() {
      await mailSurface?.listen();
      listening.serve((req, res) => {
        if (webhook.takes(req.url ?? '')) webhook.handle(req, res);
        else {
          noteArrival(req);
          web(req, res);
        }
      });
    },
    async stop() {
      await Promise.all([listening.stop(stopGraceSeconds), mailSurface?.stop()]);
      await intake.drained();
    },
  };
}

function tasksOf(parts: Parts): Task[] {
  const { world, config, processes, catalogue, metrics } = parts;
  return [
    heartbeatTask(processes),
    ...pageSweepTasks(world.store.pageSweep, world.clock),
    ...parts.ingest.tasks,
    tellUnreadableTask(world, parts.channels),
    ...parts.alerting.tasks,
    ...parts.calls.tasks,
    parts.webhook.task,
    parts.status.task,
    ...parts.singleSignOn.tasks,
    parts.numbers.task,
    recordingRetention(world, catalogue),
    parts.monitors.task,
    parts.personCalendars.task,
    parts.shadowLogs,
    guaranteeTask(world, processes, parts),
    guaranteeMetricsTask(world, metrics.guaranteesMeasured),
    weeklyMailTask(world, parts),
    ...(parts.mailSurface?.tasks ?? []),
    ...world.modules.flatMap(
      (module) => module.tasks?.(world, { ...config, onExpired: metrics.expired }) ?? [],
    ),
  ];
}

function createScim(parts: Parts): RequestHandler {
  const { documents } = parts;
  return createScimApi({
    ...parts,
    document: documents.scim,
    authenticate: createAuthenticator(parts),
  });
}
