import { tellOfNewAddress } from './accounts/index.ts';
import { createAlerting } from './alerting/index.ts';
import type { AppOptions } from './app-options.ts';
import {
  createCalls,
  createFindNumber,
  createNumberConnector,
  createTelnyxCarrier,
  createTwilioCarrier,
} from './calls/index.ts';
import { createChannels } from './channels/index.ts';
import { vapidKeysOf } from './contacts/index.ts';
import { createNames, createOutboundClient, createPinger } from './egress/index.ts';
import { type Foundation, templates } from './foundation.ts';
import {
  createMemoryRateLimiter,
  createMetrics,
  createProbes,
  createRateLimiter,
} from './http/index.ts';
import { createIngest } from './ingest/index.ts';
import { IntakeViews } from './integrations/index.ts';
import { createJobs } from './jobs/index.ts';
import { type Ctx, createDomainVoucher } from './kernel/index.ts';
import { createLive } from './live/index.ts';
import { createMonitors } from './monitors/index.ts';
import { createSendMessage } from './notifications/index.ts';
import { createSingleSignOn, createTxtResolver } from './oidc/index.ts';
import { createPersonCalendars } from './person-calendars/index.ts';
import { createProofs } from './proofs/index.ts';
import { directoryFor } from './provisioning/index.ts';
import { createReplays } from './replays/index.ts';
import { readLogsTask } from './shadow/index.ts';
import { createConsoleApp } from './surfaces/console/index.ts';
import { createMailSurface } from './surfaces/mail/index.ts';
import { createStatus } from './surfaces/status/index.ts';
import {
  createSnsSender,
  createWebhookSurface,
  protocolTranslator,
} from './surfaces/webhook/index.ts';
import { createTracing } from './tracing/index.ts';
import { version } from './version.ts';

/** All parts of a server, made and not started. Each knows only those above it. */
export type Parts = ReturnType<typeof createParts>;

/** Makes every part, in order of who rests on whom. */
export function createParts(options: AppOptions, foundation: Foundation) {
  const tools = createTools(options, foundation);
  const ways = createWays(tools);
  return { ...tools, ...ways, ...createEntrances({ ...tools, ...ways }) };
}

/** The tools that nearly every part uses. */
function createTools(options: AppOptions, foundation: Foundation) {
  const { config, timers = true, checkAnswers, resolveTxt = createTxtResolver() } = options;
  const { world, processes, catalogue, listening } = foundation;
  const { allowedPrivateTargets, metricsToken } = config;
  const resolve = createNames();
  const outbound = options.outbound ?? createOutboundClient({ allowedPrivateTargets, resolve });
  const publicUrl = () => config.publicUrl ?? listening.url;
  const metrics = createMetrics();
  const tracing = createTracing(config, world.log, version);
  const jobs = createJobs(world, processes, { timers });
  return {
    ...foundation,
    config,
    timers,
    checkAnswers,
    resolveTxt,
    templates,
    defaultPlan: config.plan,
    readingLimits: options.reading,
    pinger: options.pinger ?? createPinger({ allowedPrivateTargets, resolve }),
    outbound,
    publicUrl,
    metrics,
    tracing,
    journey: tracing?.journey,
    jobs,
    /** Starts a task at once. */
    poke(task: string) {
      if (timers) jobs.poke(task);
    },
    limiter: createRateLimiter(world.store, processes, config.rateLimits),
    views: new IntakeViews(world, processes, catalogue),
    probes: createProbes({
      world,
      processes,
      metrics,
      jobs,
      metricsToken,
      dataFileDamage: () => world.store.pageSweep?.damage() ?? null,
    }),
    channels: createChannels({
      settings: config,
      publicUrl,
      vapidKeys: () => vapidKeysOf(world),
      outbound,
      clock: world.clock,
      onProvider(channel, { provider, result, isDown, change }) {
        metrics.providerAsked(channel, provider, result.outcome, isDown);
        if (change === 'fails' && 'error' in result)
          world.log.warn({ channel, provider, reason: result.error }, 'a provider fails');
        if (change === 'works again')
          world.log.warn({ channel, provider }, 'a provider works again');
      },
    }),
    mail: {
      domain: () => config.mailDomain ?? new URL(publicUrl()).hostname,
      isReceiving: config.smtpListen !== undefined,
      /** Null unless the domain is named: mail to the host of the public URL gets here seldom. */
      answerDomain: () => (config.smtpListen ? (config.mailDomain ?? null) : null),
    },
  };
}

/** The ways of alerts, from a payload or a call to people. */
function createWays(tools: ReturnType<typeof createTools>) {
  const { config, world, processes, catalogue, outbound, publicUrl, channels, metrics } = tools;
  const { views, poke, probes, journey, firstStart, resolveTxt, mail } = tools;
  // Each process has its own budget for the alerts that it applies, whoever shares the store.
  const alertBudgets = createMemoryRateLimiter(config.rateLimits);
  const ingest = createIngest(world, processes, views, {
    translator: protocolTranslator,
    limits: tools.readingLimits,
    count: metrics,
    journey,
    takeAlerts: (integrationId, count, now) =>
      count === 0 || alertBudgets.consume('alerts', integrationId, now, undefined, count).allowed,
    poke,
  });
  const carriers = [
    createTwilioCarrier({ outbound, apiBase: config.twilioApiBase }),
    createTelnyxCarrier({ outbound }),
  ];
  const { twilioAccountSid = null, twilioAuthTokens = [] } = config;
  const serverAccess = {
    twilio: { accountId: twilioAccountSid, authTokens: twilioAuthTokens },
  };
  const vouched = createDomainVoucher(config.vouchedDomains ?? [], firstStart.organization.id);
  const { intake } = ingest;
  const live = createLive(world);
  metrics.measureEventStreams(live.count);
  return {
    ingest,
    intake,
    carriers,
    numbers: createNumberConnector({ ...tools, carriers, serverAccess }),
    calls: createCalls({
      world,
      carriers,
      views,
      findNumber: createFindNumber(world, catalogue, serverAccess),
      publicUrl,
      dataDir: config.dataDir,
      poke,
      onEnded: metrics.callEnded,
      onStale: metrics.callsStale,
    }),
    alerting: createAlerting(world, processes, {
      channels,
      send: createSendMessage(world, {
        channels,
        outbound,
        publicUrl,
        answerDomain: mail.answerDomain,
      }),
      poke,
      onFinished: metrics.messageFinished,
      journey,
      health: {
        report(health) {
          metrics.alertingMeasured(health);
          probes.alertingMeasured(health);
        },
        onClockJump: probes.clockJumped,
        outbound,
        heartbeatUrl: config.heartbeatUrl,
      },
    }),
    monitors: createMonitors({ ...tools, intake, onChecked: metrics.monitorChecked }),
    live,
    proofs: createProofs(world, channels),
    replays: createReplays({ ...tools, intake, retention: config.retention }),
    personCalendars: createPersonCalendars(world, outbound),
    shadowLogs: readLogsTask(world, outbound),
    vouched,
    singleSignOn: createSingleSignOn({
      world,
      egress: outbound,
      publicUrl,
      resolveTxt,
      isVouched: vouched.isOwner,
    }),
  };
}

/** Surfaces that are more than a router: they have tasks, or stand beside Express. */
function createEntrances(parts: ReturnType<typeof createTools> & ReturnType<typeof createWays>) {
  const { config, outbound, publicUrl, channels, metrics } = parts;
  return {
    status: createStatus(parts),
    consoleApp: createConsoleApp(parts),
    webhook: createWebhookSurface({
      ...parts,
      trustedProxies: config.trustedProxies,
      compatiblePaths: config.compatiblePaths,
      senders: { sns: createSnsSender(outbound), publicUrl },
    }),
    mailSurface: config.smtpListen
      ? createMailSurface({
          ...parts,
          listenOn: config.smtpListen,
          mailDomain: parts.mail.domain,
          answerDomain: parts.mail.answerDomain,
          certificateFiles: { certificate: config.smtpTlsCertificate, key: config.smtpTlsKey },
          onRefused: metrics.mailRefused,
        })
      : null,
    /** Users and groups of an organization, as its identity provider sees them. */
    directoryFor: (ctx: Ctx) =>
      directoryFor(ctx, (by, ...change) =>
        tellOfNewAddress(by, { channels, publicUrl }, ...change),
      ),
  };
}
