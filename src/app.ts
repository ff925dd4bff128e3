import { fileURLToPath } from 'node:url';
import { accountsIdle, ownerLink, tellOfNewAddress } from './accounts/index.ts';
import { simulateAlerting, startAlerting } from './alerting/index.ts';
import type { App, AppOptions } from './app-options.ts';
import { headsWritten, logHeads } from './audit/index.ts';
import {
  createCalls,
  createFindNumber,
  createNumberConnector,
  createTelnyxCarrier,
  createTwilioCarrier,
  recordingRetention,
  warmUpCarriers,
} from './calls/index.ts';
import { createChannels } from './channels/index.ts';
import { vapidKeysOf } from './contacts/index.ts';
import { loadDocuments } from './documents.ts';
import { createOutboundClient, createPinger } from './egress/index.ts';
import { createMetrics, createProbes, createRateLimiter, createWeb } from './http/index.ts';
import { type BootstrapResult, bootstrap, demandOwnSecretKey } from './identity/index.ts';
import { movingTaskName, onLongHistory } from './incidents/index.ts';
import { startIntake, tellUnreadableTask } from './ingest/index.ts';
import { IntakeViews, loadCatalogue } from './integrations/index.ts';
import { createJobs } from './jobs/index.ts';
import { createDomainVoucher, type World } from './kernel/index.ts';
import { createLive } from './live/index.ts';
import { loadXPath } from './mapping/index.ts';
import { createMonitors } from './monitors/index.ts';
import { createSendMessage } from './notifications/index.ts';
import { createSingleSignOn } from './oidc/index.ts';
import { heartbeatTask, joinStore } from './processes/index.ts';
import { createProviderRegistry } from './provider-registry.ts';
import { directoryFor } from './provisioning/index.ts';
import { weeklyMailTask } from './reports/index.ts';
import { type Listening, listen } from './server.ts';
import { pageSweepTasks } from './store/index.ts';
import { createCalendars } from './surfaces/calendar-feeds/index.ts';
import { createChatSurface } from './surfaces/chat/index.ts';
import { createConsole, createConsoleApp, createOidcPages } from './surfaces/console/index.ts';
import { createLinks } from './surfaces/links/index.ts';
import { createMailSurface, readCertificate } from './surfaces/mail/index.ts';
import {
  type ApiDependencies,
  createAuthenticator,
  createPublicApi,
} from './surfaces/public-api/index.ts';
import { createScimApi } from './surfaces/scim-api/index.ts';
import { createStatus } from './surfaces/status/index.ts';
import { createTelephony } from './surfaces/telephony/index.ts';
import {
  createSnsSender,
  createWebhookSurface,
  protocolTranslator,
} from './surfaces/webhook/index.ts';
import { openWorld } from './world.ts';

const templates = fileURLToPath(new URL('../templates', import.meta.url));
const stopGraceSeconds = 10;
/** After a start, those who waited for it come first. */
const warmUpMilliseconds = 5000;

/** Takes the port, builds every part, in order of who rests on whom, and serves. */
export async function startApp(options: AppOptions): Promise<App> {
  const { port, host } = options.config;
  const listening = await listen(port, host);
  try {
    return await startParts(options, listening);
  } catch (error) {
    await listening.stop(0);
    throw error;
  }
}

async function startParts(options: AppOptions, listening: Listening): Promise<App> {
  const { config } = options;
  const { url } = listening;
  const certificateFiles = { certificate: config.smtpTlsCertificate, key: config.smtpTlsKey };
  // Before anything is opened that a mistake would leave open.
  readCertificate(certificateFiles);
  const [documents, catalogue, world] = await Promise.all([
    options.documents ?? loadDocuments(),
    options.catalogue ?? loadCatalogue(templates),
    openWorld(config, {
      log: options.log,
      clock: options.clock,
      databaseName: options.databaseName,
      sweepSeconds: options.sweepSeconds,
      acceptDataLoss: config.acceptDataLoss,
      onStoreFailure: options.onStoreFailure,
    }),
    loadXPath(),
  ]);
  // The world's log says once what each request and task meets.
  const { store, log } = world;
  const firstStart = await bootstrap(world, {
    organization: config.bootstrapOrganization,
    ownerEmail: config.bootstrapOwnerEmail,
    apiKey: config.bootstrapApiKey,
  });
  if (options.onFirstStart)
    options.onFirstStart(firstStart, url, await signInPathOf(world, firstStart));

  const processes = await joinStore(world);
  // A command that replaces the key looks who is there after it has said so, and we look after we came.
  await demandOwnSecretKey(world);
  const metrics = createMetrics();
  const limiter = createRateLimiter(store, processes, config.rateLimits);
  const views = new IntakeViews(world, processes, catalogue);
  const running = await startIntake(world, processes, views, {
    translator: protocolTranslator,
    limits: options.reading,
    count: metrics,
  });
  const { intake } = running;

  const outbound =
    options.outbound ??
    createOutboundClient({ allowedPrivateTargets: config.allowedPrivateTargets });
  const publicUrl = () => config.publicUrl ?? url;
  const channels = createChannels({
    settings: config,
    publicUrl,
    vapidKeys: () => vapidKeysOf(world),
    outbound,
  });
  const carriers = [
    createTwilioCarrier({ outbound, apiBase: config.twilioApiBase }),
    createTelnyxCarrier({ outbound }),
  ];
  const { twilioAccountSid = null, twilioAuthTokens = [] } = config;
  const serverAccess = {
    twilio: { accountId: twilioAccountSid, authTokens: twilioAuthTokens },
  };
  const numbers = createNumberConnector({ world, catalogue, carriers, publicUrl, serverAccess });
  const vouched = createDomainVoucher(config.vouchedDomains ?? [], firstStart.organization.id);
  const singleSignOn = createSingleSignOn({
    world,
    egress: outbound,
    publicUrl,
    resolveTxt: options.resolveTxt,
    isVouched: vouched.isOwner,
  });
  const dependencies: ApiDependencies = {
    publicUrl,
    outbound,
    mail: {
      domain: () => config.mailDomain ?? new URL(publicUrl()).hostname,
      isReceiving: config.smtpListen !== undefined,
    },
    channels,
    singleSignOn,
    vouched,
    numbers,
    catalogue,
    views,
    intake,
    limiter,
    simulateAlerting: (incident, limits, at) =>
      simulateAlerting(alerting.cache, incident, limits, at),
  };
  const calls = createCalls({
    world,
    carriers,
    views,
    findNumber: createFindNumber(world, catalogue, serverAccess),
    publicUrl,
    poke,
    onEnded: metrics.callEnded,
    onStale: metrics.callsStale,
  });
  const live = createLive(world);
  metrics.measureEventStreams(live.count);
  const probes = createProbes(
    world,
    metrics,
    config.metricsToken,
    () => store.pageSweep?.damage() ?? null,
  );
  const consoleApp = createConsoleApp(world, publicUrl);
  const status = createStatus({
    world,
    processes,
    document: documents.status,
    limiter,
    channels,
    publicUrl,
    checkAnswers: options.checkAnswers,
  });
  const web = createWeb(
    [
      status.byHost,
      status.router,
      probes.router,
      createProviderRegistry(world),
      consoleApp.router,
      createConsole({
        world,
        document: documents.console,
        pages: documents.pages,
        channels,
        publicUrl,
        singleSignOn,
        live,
        limiter,
        metrics,
        checkAnswers: options.checkAnswers,
      }),
      createOidcPages({
        world,
        document: documents.oidcPages,
        publicUrl,
        singleSignOn,
        limiter,
        checkAnswers: options.checkAnswers,
      }),
      createPublicApi({
        world,
        document: documents.publicApi,
        dependencies,
        templates,
        defaultPlan: config.plan,
        metrics,
        checkAnswers: options.checkAnswers,
      }),
      createScimApi({
        world,
        document: documents.scim,
        authenticate: createAuthenticator(world, dependencies, config.plan),
        directoryFor: (ctx) =>
          directoryFor(ctx, (by, ...change) =>
            tellOfNewAddress(by, { channels, publicUrl }, ...change),
          ),
        limiter,
        publicUrl,
        metrics,
        checkAnswers: options.checkAnswers,
      }),
      createChatSurface({
        world,
        document: documents.chat,
        egress: outbound,
        limiter,
        metrics,
        checkAnswers: options.checkAnswers,
      }),
      createLinks({
        world,
        document: documents.links,
        limiter,
        checkAnswers: options.checkAnswers,
      }),
      createCalendars({
        world,
        document: documents.calendar,
        limiter,
        publicUrl,
        checkAnswers: options.checkAnswers,
      }),
      createTelephony({
        world,
        document: documents.telephony,
        settings: config,
        publicUrl,
        limiter,
        calls,
        carriers,
        metrics,
        checkAnswers: options.checkAnswers,
      }),
    ],
    { log, trustedProxies: config.trustedProxies },
  );

  const monitors = createMonitors({
    world,
    processes,
    catalogue,
    views,
    intake,
    outbound,
    pinger: options.pinger ?? createPinger(config),
    onChecked: metrics.monitorChecked,
  });
  const webhook = createWebhookSurface({
    world,
    views,
    intake,
    limiter,
    monitors,
    trustedProxies: config.trustedProxies,
    senders: { sns: createSnsSender(outbound), publicUrl: dependencies.publicUrl },
    onProcessed: metrics.webhookProcessed,
    onRefused: metrics.webhookRefused,
  });
  const { smtpListen } = config;
  const mail = smtpListen
    ? createMailSurface({
        world,
        views,
        intake,
        limiter,
        listenOn: smtpListen,
        mailDomain: dependencies.mail.domain,
        certificateFiles,
        onRefused: metrics.mailRefused,
      })
    : null;
  await mail?.listen();
  listening.serve((req, res) => {
    if (webhook.takes(req.url ?? '')) webhook.handle(req, res);
    else web(req, res);
  });
  const alerting = startAlerting(world, processes, {
    channels,
    send: createSendMessage(world, { channels, outbound, publicUrl }),
    poke,
    onFinished: metrics.messageFinished,
    health: {
      report: (health) => {
        metrics.alertingMeasured(health);
        probes.alertingMeasured(health);
      },
      onClockJump: probes.clockJumped,
      outbound,
      heartbeatUrl: config.heartbeatUrl,
    },
  });
  const jobs = createJobs(
    world,
    processes,
    [
      heartbeatTask(processes),
      ...pageSweepTasks(store.pageSweep, world.clock),
      ...running.tasks,
      tellUnreadableTask(world, channels),
      ...alerting.tasks,
      ...calls.tasks,
      webhook.task,
      status.task,
      ...singleSignOn.tasks,
      numbers.task,
      recordingRetention(world, catalogue),
      monitors.task,
      weeklyMailTask(world, { channels, publicUrl }),
      ...(mail?.tasks ?? []),
      ...world.modules.flatMap(
        (module) => module.tasks?.(world, { ...config, onExpired: metrics.expired }) ?? [],
      ),
    ],
    { timers: options.timers ?? true },
  );
  probes.showTasks({ process: processes.id, ...jobs });
  onLongHistory(world, () => poke(movingTaskName));
  const warming =
    (options.timers ?? true) ? setTimeout(warmUp, warmUpMilliseconds).unref() : undefined;
  /** What the first call and the first visitor would wait for. */
  function warmUp(): void {
    warmUpCarriers(world, catalogue, carriers).catch((error: unknown) =>
      log.error(
        { err: error },
        'the first call will take longer: what it needs could not be loaded',
      ),
    );
    consoleApp
      .prepare()
      .catch((error: unknown) => log.error({ err: error }, 'the console could not be bundled'));
  }
  function poke(task: string): void {
    if (options.timers ?? true) jobs.poke(task);
  }

  return {
    url,
    world,
    processes,
    jobs,
    firstStart,
    mailPort: () => mail?.port() ?? null,
    async stop() {
      clearTimeout(warming);
      // Or those who look at a page would be waited for.
      await live.stop();
      await Promise.all([listening.stop(stopGraceSeconds), mail?.stop()]);
      await intake.drained();
      alerting.stop();
      await jobs.stop();
      await webhook.task.run(new AbortController().signal);
      await running.stop();
      await accountsIdle(world);
      await channels.close();
      await headsWritten(world);
      await logHeads(world);
      await processes.leave();
      await store.close();
    },
  };
}

/** Where the Owner signs in, next to a key that nobody has seen yet; null when people know their way in. */
async function signInPathOf(world: World, firstStart: BootstrapResult): Promise<string | null> {
  const { organization, ownerEmail, generatedKey } = firstStart;
  if (generatedKey === undefined) return null;
  return (await ownerLink(world, organization.id, ownerEmail, 'first-start'))?.path ?? null;
}
