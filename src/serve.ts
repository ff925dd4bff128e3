import { startApp } from './app.ts';
import type { App } from './app-options.ts';
import { collectRarely } from './collect-rarely.ts';
import { ConfigError, readConfig } from './config.ts';
import { firstSteps } from './first-steps.ts';
import { createLog, type Log } from './kernel/index.ts';

/** After a failure the supervisor should restart the process soon: senders are waiting. */
const farewellMilliseconds = 3_000;

collectRarely();

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  let app: App | undefined;
  endOnFailure(log, async () => app?.stop());
  app = await startApp({
    config,
    log,
    onFirstStart(firstStart, url, signInPath) {
      const publicUrl = config.publicUrl ?? url;
      const signInUrl = signInPath === null ? null : `${publicUrl}${signInPath}`;
      if (firstStart.generatedKey)
        process.stdout.write(firstSteps(publicUrl, firstStart, signInUrl));
    },
    onStoreFailure(error) {
      log.fatal({ err: error }, 'the database stopped; start the server again');
      process.exit(1);
    },
  });
  log.info({ url: app.url, organization: app.firstStart.organization.displayName }, 'listening');
  // A parent process with a channel to this one learns that it is ready, whatever is logged.
  process.send?.({ listening: app.url });
  endOnSignal(log, app);
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError || error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
}

function endOnSignal(log: Log, app: App): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      log.info({ signal }, 'stopping');
      app.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
    });
  }
}

/**
 * After an uncaught error, nothing in memory can be trusted. Logs the error, finishes running requests
 * if that is quick, and ends with code 1, so that the supervisor restarts the process.
 */
function endOnFailure(log: Log, stop: () => Promise<void>): void {
  let isEnding = false;
  const fail = (error: unknown, message: string) => {
    // Errors during the shutdown are consequences; the first error is the cause.
    if (isEnding) return;
    isEnding = true;
    log.fatal({ err: error }, message);
    setTimeout(() => process.exit(1), farewellMilliseconds);
    stop().then(
      () => process.exit(1),
      () => process.exit(1),
    );
  };
  process.on('uncaughtException', (error) => fail(error, 'an uncaught error ends this process'));
  process.on('unhandledRejection', (error) =>
    fail(error, 'an unhandled rejection ends this process'),
  );
}
