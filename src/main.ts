import { startApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { firstSteps } from './first-steps.ts';
import { createLog } from './kernel/index.ts';

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const app = await startApp({
    config,
    log,
    onStoreFailure(error) {
      log.fatal({ err: error }, 'the database ended; start the server again');
      process.exit(1);
    },
  });
  log.info({ url: app.url, organization: app.firstStart.organization.displayName }, 'listening');
  if (app.firstStart.generatedKey)
    process.stdout.write(firstSteps(config.publicUrl ?? app.url, app.firstStart));
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
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError || error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
}
