#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { keepCompiled } from '../keep-compiled.js';
import { connectionOf } from './api-connection.ts';
import { addClientCommands, takeProfile } from './client-commands.ts';
import { addCompletionCommands } from './completion.ts';
import { addLoginCommands } from './login-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import type { Terminal } from './terminal.ts';

// Most modules are loaded by the commands that need them, after this.
keepCompiled();

// As `head` does once it has enough. Other programs end by SIGPIPE then, which Node ignores.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(141);
});

/**
 * The commands for operators and authors of configurations. Exit code 1: the command failed; 2: it was called wrongly.
 */
const tocsin = new Command('tocsin')
  .description('Self-hosted incident alerting: tools for operators and authors of configurations')
  .exitOverride()
  .showHelpAfterError('(tocsin help shows the commands)');

tocsin
  .command('backup')
  .argument('<file>', 'new file; put it into an empty data folder as data.db to restore')
  .description('copy the embedded database; works while the server runs')
  .action(async (file: string) => {
    const { backUpDataFolder } = await import('../store/index.ts');
    await backUpDataFolder(await embeddedDataDir('mongodump'), file);
    print(
      `${file} is a complete copy. It does not contain secret.key, which decrypts its secrets: keep that file, too.`,
    );
  });

tocsin
  .command('dump')
  .argument('<folder>', 'new folder')
  .option('--database <name>', 'name in MongoDB; default: the one in MONGODB_URI, or tocsin')
  .description(
    'write the embedded database in the format of mongorestore; works while the server runs',
  )
  .addHelpText(
    'after',
    '\nThen, before a server starts there:\n  mongorestore --uri "$MONGODB_URI" <folder>/<name>\nAlso move secret.key, or set TOCSIN_SECRET_KEY to what is in it.',
  )
  .action(async (folder: string, { database }: { database?: string }) => {
    const { readConfig } = await import('../config.ts');
    const { mongodbUri, dataDir } = readConfig(process.env);
    const { exportDataFolder } = await import('../store/index.ts');
    const dump = await exportDataFolder(dataDir, folder, { mongodbUri, database });
    print(`Load it into MongoDB before you start the server there:\n\n  ${dump.command}\n`);
    print(`${dump.documents} documents to restore.`);
  });

tocsin
  .command('map')
  .argument('<mapping>', 'mapping as JSON or YAML, or the type.yaml of a template')
  .argument('<sample>', 'request body as the monitoring tool sends it')
  .option(
    '--content-type <type>',
    'content type of the sample; default: derived from its file name',
  )
  .option('--expect <file>', 'expected part of the result, as JSON or YAML')
  .option('--name <name>', 'name of the integration; the title when the mapping gives none')
  .description('evaluate a mapping against a sample, offline, and show every step')
  .action(async (mapping: string, sample: string, options: Record<string, string | undefined>) => {
    const { contentType, expect, name } = options;
    const command = {
      mapping,
      sample,
      ...(contentType === undefined ? {} : { contentType }),
      ...(expect === undefined ? {} : { expect }),
      ...(name === undefined ? {} : { integrationName: name }),
    };
    const { runMap } = await import('./map-command.ts');
    const { exitCode, output } = await runMap(command, { readFile, wrap });
    print(output);
    process.exitCode = exitCode;
  });

tocsin
  .command('terraform')
  .description('the Terraform provider')
  .command('install')
  .option(
    '--directory <folder>',
    'mirror folder to install into; default: the one terraform searches by itself',
  )
  .description('make the provider available to terraform init without a registry')
  .action(async ({ directory }: { directory?: string }) => {
    // Only here: the other commands need none of it.
    const { installProvider } = await import('../../cdktf-provider/packaging/mirror.ts');
    const installed = await installProvider(directory === undefined ? {} : { directory });
    print(`Installed in ${installed.directory}\n\nrequired_providers:\n  ${installed.requirement}`);
    if (installed.cliConfig !== '') print(`\nCLI configuration:\n${installed.cliConfig}`);
  });

takeProfile(tocsin.command('export'), process.env)
  .argument('[folder]', 'empty folder for Terraform files with import blocks')
  .option('--json <file>', 'write one JSON document instead')
  .option(
    '--team <name or id>',
    'only this team, what names it, and what hangs on its integrations',
  )
  .option('--as-policies', 'schedules and escalation policies in place of tiers')
  .description(
    'write what your key can see as configuration, except API keys (shown once), subscribers of status pages (they sign up themselves) and organizations',
  )
  .action(async (folder: string | undefined, { json, team, asPolicies }: ExportFlags) => {
    if ((folder === undefined) === (json === undefined))
      throw new Error('Name a folder, or a file with --json.');
    if (json !== undefined && team !== undefined)
      throw new Error('The JSON document is always the whole organization; leave --team out.');
    if (json !== undefined && asPolicies)
      throw new Error('The JSON document says what is stored; leave --as-policies out.');
    const { exportConfiguration, exportDocument } = await import(
      '../../cdktf-provider/export/commands.ts'
    );
    if (json !== undefined) await writeFile(json, await exportDocument(connectionOf(process.env)));
    if (folder !== undefined) {
      const { files, secrets, teams, differences } = await exportConfiguration(
        connectionOf(process.env),
        folder,
        { team, policies: asPolicies },
      );
      print(`${folder}: ${files.join(', ')}. Run terraform init and terraform plan there.`);
      if (secrets.length > 0)
        print(
          `Secrets are not exported. Set their values in\n${secrets.map((name) => `  TF_VAR_${name}`).join('\n')}`,
        );
      if (teams.length > 0)
        print(
          `In place of the tiers of ${teams.join(', ')}. Delete these once the policies are there: until then both exist, and the policies win.`,
        );
      if (differences.length > 0) print(`Not quite as before:\n  ${differences.join('\n  ')}`);
    }
  });

takeProfile(tocsin.command('diff'), process.env)
  .argument('<file>', 'file written by tocsin export --json')
  .option('--json', 'for programs')
  .description('compare an exported file with the server; exit code 1 when they differ')
  .action(async (file: string, { json }: { json?: boolean }) => {
    const { compareWithServer } = await import('../../cdktf-provider/export/commands.ts');
    const differences = await compareWithServer(connectionOf(process.env), file);
    if (json) print(JSON.stringify(differences, null, 2));
    else
      for (const { type, id, change, members } of differences)
        print(`${type} ${id}: ${change}${members.length > 0 ? ` in ${members.join(', ')}` : ''}`);
    if (differences.length > 0) process.exitCode = 1;
  });

interface ExportFlags {
  json?: string;
  team?: string;
  asPolicies?: boolean;
}

const terminal: Terminal = {
  print,
  exitWith(code) {
    process.exitCode = code;
  },
  env: process.env,
  note: (text) => void process.stderr.write(`${text}\n`),
  columns: process.stdout.columns ?? 80,
  clear() {
    if (process.stdout.isTTY) process.stdout.write('\x1b[H\x1b[2J');
  },
};
addLoginCommands(tocsin, terminal);
addClientCommands(tocsin, terminal);
addOperatorCommands(tocsin, terminal);
addCompletionCommands(tocsin, print);

try {
  await tocsin.parseAsync();
} catch (error) {
  // Commander has already printed what is wrong with the call.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Throws when the data lies in a MongoDB server, whose own tool is `instead`. */
async function embeddedDataDir(instead: string): Promise<string> {
  const { readConfig } = await import('../config.ts');
  const { mongodbUri, dataDir } = readConfig(process.env);
  if (mongodbUri !== undefined)
    throw new Error(`MONGODB_URI is set, so the data is on that server; use ${instead} instead.`);
  return dataDir;
}

/** The payload that intake makes of a sample, readable as the type of a template wants it. */
async function wrap(sample: { contentType: string; body: Uint8Array; typeId: string | null }) {
  const [{ bodyToPayload }, { loadCatalogue, preParse }, { inEnglish }] = await Promise.all([
    import('../bodies/index.ts'),
    import('../catalogue/index.ts'),
    import('../sentences/index.ts'),
  ]);
  const { payload, problem } = await bodyToPayload({
    method: 'POST',
    contentType: sample.contentType,
    headers: { 'content-type': sample.contentType },
    query: {},
    body: Buffer.from(sample.body),
  });
  if (problem !== null) throw new Error(inEnglish(problem));
  if (sample.typeId === null) return payload;
  const catalogue = await loadCatalogue(fileURLToPath(new URL('../../templates', import.meta.url)));
  const type = catalogue.find(sample.typeId);
  return type === undefined ? payload : preParse(type, payload);
}
