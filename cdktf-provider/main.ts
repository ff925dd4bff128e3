/** The provider's process: what Terraform starts as `terraform-provider-tocsin`. */
import { tocsinProvider } from './provider.ts';
import { redirectConsole } from './runtime/log.ts';
import { isStartedByTerraform, startPlugin } from './runtime/serve.ts';
import { providerVersion } from './version.ts';

const writeLog = (line: string): void => {
  process.stderr.write(line);
};

async function main(): Promise<void> {
  redirectConsole(writeLog);
  const debugging = process.argv.includes('--debug');
  if (process.argv.includes('--version')) {
    process.stdout.write(`terraform-provider-tocsin ${providerVersion}\n`);
    return;
  }
  if (!debugging && !isStartedByTerraform(process.env)) {
    process.stderr.write(
      'This is a Terraform provider: terraform starts it by itself, see the folder cdktf-provider of Tocsin.\nWith --debug it runs by hand and prints the setting that makes terraform use it.\n',
    );
    process.exitCode = 1;
    return;
  }
  const end = async (code: number): Promise<never> => {
    await server.stop();
    process.exit(code);
  };
  const server = await startPlugin(tocsinProvider(), {
    env: process.env,
    writeLog,
    onShutdown: () => void end(0),
  });
  // Ctrl-C reaches the whole process group; Terraform asks providers to stop in its own way.
  process.on('SIGINT', () => {
    if (debugging) void end(0);
  });
  process.on('SIGTERM', () => void end(0));
  if (!debugging) whenOrphaned(() => void end(0));
  process.stdout.write(
    debugging ? `TF_REATTACH_PROVIDERS='${server.reattach}'\n` : `${server.handshake}\n`,
  );
}

const lookMilliseconds = 2000;

/** A Terraform that was killed, or whose output nobody reads, tells its providers nothing. */
function whenOrphaned(end: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, lookMilliseconds).unref();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
