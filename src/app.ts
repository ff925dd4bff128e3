import { fileURLToPath } from 'node:url';
import express from 'express';
import { createAuthenticator, createDefaultTemplates, once, operations } from './api/index.ts';
import type { Config } from './config.ts';
import {
  answerProblems,
  createDocumentationPages,
  createDocumentRouter,
  createMetrics,
  createOutboundClient,
  createProbes,
  createRateLimiter,
  loadDocument,
  type OutboundClient,
  watchRequests,
} from './http/index.ts';
import { applyAuditRetention, type BootstrapResult, bootstrap } from './identity/index.ts';
import { sweepIncidentOutbox, wakeDueIncidents } from './incidents/index.ts';
import {
  createIntake,
  createReceiverHandler,
  createRecoveryTask,
  createSnsSender,
  createWatermarkTask,
  createWebhookHandler,
  previousIncidentOf,
  receiverPrefix,
  signOff,
  webhookPrefix,
} from './ingest/index.ts';
import { IntakeViews, loadCatalogue } from './integrations/index.ts';
import { createJobs, type Jobs } from './jobs/index.ts';
import {
  AppError,
  type Clock,
  createSecretBox,
  isListed,
  type Log,
  systemClock,
  type World,
} from './kernel/index.ts';
import { loadXPath } from './mapping/index.ts';
import { createProviderRegistry } from './provider-registry.ts';
import { sweepOutboxes } from './resources/index.ts';
import { hasSecretKey, loadSecretKey } from './secret-key.ts';
import { listen } from './server.ts';
import { openStore } from './store/index.ts';

export interface AppOptions {
  config: Config;
  log: Log;
  /** Tests move it. */
  clock?: Clock;
  /** Off in tests that run the jobs themselves. */
  timers?: boolean;
  /** Fails requests whose answer is not as documented (tests). */
  checkAnswers?: boolean;
  databaseName?: string;
  /** The embedded database has ended by itself: the process can only be started anew. */
  onStoreFailure?: (error: Error) => void;
  /** Tests stand in for the rest of the world here. */
  outbound?: OutboundClient;
}

export interface App {
  url: string;
  world: World;
  jobs: Jobs;
  firstStart: BootstrapResult;
  /** Drains requests, finishes payloads under way, closes the store. */
  stop(): Promise<void>;
}

const root = new URL('../', import.meta.url);
const templates = fileURLToPath(new URL('templates', root));
const stopGraceSeconds = 10;

/** Builds every part, in order of who rests on whom, and starts listening. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log } = options;
  const mayBeEmpty = config.acceptDataLoss || !hasSecretKey(config.dataDir);
  const [document, catalogue, store] = await Promise.all([
    loadDocument(new URL('openapi/bundled/public-v1.json', root)),
    loadCatalogue(templates),
    openStore({
      mongodbUri: config.mongodbUri,
      dataDir: config.dataDir,
      log,
      mayBeEmpty,
      acceptDataLoss: config.acceptDataLoss,
      ...(options.onStoreFailure ? { onFailure: options.onStoreFailure } : {}),
      ...(options.databaseName ? { databaseName: options.databaseName } : {}),
    }),
    loadXPath(),
  ]);
  // Only now: a key without a database means that data is missing.
  const secrets = createSecretBox(await loadSecretKey(config.secretKey, config.dataDir));
  const world: World = { store, clock: options.clock ?? systemClock, log, secrets };
  const firstStart = await bootstrap(world, {
    organization: config.bootstrapOrganization,
    ownerEmail: config.bootstrapOwnerEmail,
    apiKey: config.bootstrapApiKey,
  });

  const metrics = createMetrics();
  const limiter = createRateLimiter(store, config.rateLimits);
  const views = new IntakeViews(world, catalogue);
  const intake = createIntake(world, previousIncidentOf(world));
  const watermark = createWatermarkTask(world, intake);
  // Whoever looks after a crash of this process finds where to start.
  await watermark.run(new AbortController().signal);
  const recovery = createRecoveryTask(world, views, intake);
  // Before anything new comes in, so that what a crash left behind keeps its place.
  if (store.exclusive)
    await recovery.run(new AbortController().signal).catch((error: unknown) => {
      log.error({ err: error }, 'what a crash left behind is applied later');
    });

  let url = '';
  const parts = { publicUrl: () => config.publicUrl ?? url, catalogue, views, intake, limiter };
  const web = express();
  web.disable('x-powered-by');
  web.disable('etag');
  if (config.trustedProxies) {
    const proxies = config.trustedProxies;
    web.set('trust proxy', (address: string) => isListed(proxies, address));
  }
  web.use(createProbes(world, metrics));
  web.use(createDocumentationPages(document));
  web.use(createDefaultTemplates({ catalogue, directory: templates, limiter, clock: world.clock }));
  web.use(createProviderRegistry(world));
  web.use(document.basePath, watchRequests(log, metrics, 'public-api'));
  web.use(
    document.basePath,
    createDocumentRouter({
      document,
      handlers: operations,
      authenticate: createAuthenticator(world, parts, config.plan),
      limiter,
      clock: world.clock,
      log,
      once,
      ...(options.checkAnswers ? { checkAnswers: true } : {}),
    }),
  );
  web.use(() => {
    throw new AppError('not-found', 'There is nothing at this address.');
  });
  web.use(answerProblems(log));

  const outbound =
    options.outbound ??
    createOutboundClient({ allowedPrivateTargets: config.allowedPrivateTargets });
  const admission = {
    world,
    views,
    intake,
    limiter,
    trustedProxies: config.trustedProxies,
    onProcessed: metrics.webhookProcessed,
  };
  const webhook = createWebhookHandler({
    ...admission,
    senders: { sns: createSnsSender(outbound), publicUrl: parts.publicUrl },
  });
  const receiver = createReceiverHandler(admission);
  const listening = await listen(
    (req, res) => {
      if (req.url?.startsWith(webhookPrefix)) webhook(req, res);
      else if (req.url?.startsWith(receiverPrefix)) receiver(req, res);
      else web(req, res);
    },
    config.port,
    config.host,
  );
  url = listening.url;
  const jobs = createJobs(
    world,
    [
      watermark,
      recovery,
      {
        name: 'unsnooze',
        everySeconds: 1,
        run: async (stopping) => void (await wakeDueIncidents(world, stopping)),
      },
      { name: 'audit-retention', everySeconds: 3600, run: () => applyAuditRetention(world) },
      {
        name: 'audit-outbox',
        everySeconds: 30,
        run: async () => {
          await sweepOutboxes(world);
          await sweepIncidentOutbox(world);
        },
      },
    ],
    { timers: options.timers ?? true },
  );
  return {
    url,
    world,
    jobs,
    firstStart,
    async stop() {
      await listening.stop(stopGraceSeconds);
      await intake.drained();
      await jobs.stop();
      await signOff(world, intake);
      await store.close();
    },
  };
}
