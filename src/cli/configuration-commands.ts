import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { connectionOf } from './api-connection.ts';
import { takeProfile } from './client-commands.ts';
import { printJson, type Terminal } from './terminal.ts';

/** Commands for authors of configurations: mappings offline, the provider, and what a server has as files. */
export function addConfigurationCommands(tocsin: Command, terminal: Terminal): void {
  addMapCommand(tocsin, terminal);
  addTerraformCommands(tocsin, terminal);
  addExportCommand(tocsin, terminal);
  addDiffCommand(tocsin, terminal);
}

function addMapCommand(tocsin: Command, { print, exitWith }: Terminal): void {
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
    .action(
      async (mapping: string, sample: string, options: Record<string, string | undefined>) => {
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
        exitWith(exitCode);
      },
    );
}

function addTerraformCommands(tocsin: Command, { print }: Terminal): void {
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
      print(
        `Installed in ${installed.directory}\n\nrequired_providers:\n  ${installed.requirement}`,
      );
      if (installed.cliConfig !== '') print(`\nCLI configuration:\n${installed.cliConfig}`);
    });
}

interface ExportFlags {
  json?: string;
  team?: string;
  asPolicies?: boolean;
}

function addExportCommand(tocsin: Command, { print, env }: Terminal): void {
  takeProfile(tocsin.command('export'), env)
    .argument('[folder]', 'empty folder for Terraform files with import blocks')
    .option('--json <file>', 'write one JSON document instead')
    .option(
      '--team <name or id>',
      'only this team, what names it, and what hangs on its integrations and schedules',
    )
    .option('--as-policies', 'schedules and escalation policies in place of tiers')
    .summary('write what your key can see as Terraform files')
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
      if (json !== undefined) await writeFile(json, await exportDocument(connectionOf(env)));
      if (folder !== undefined) {
        const { files, secrets, teams, differences } = await exportConfiguration(
          connectionOf(env),
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
}

function addDiffCommand(tocsin: Command, terminal: Terminal): void {
  const { print, env, exitWith } = terminal;
  takeProfile(tocsin.command('diff'), env)
    .argument('<file>', 'file written by tocsin export --json')
    .option('--json', 'for programs')
    .description('compare an exported file with the server; exit code 1 when they differ')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { compareWithServer } = await import('../../cdktf-provider/export/commands.ts');
      const differences = await compareWithServer(connectionOf(env), file);
      if (json) printJson(terminal, differences);
      else
        for (const { type, id, change, members } of differences)
          print(`${type} ${id}: ${change}${members.length > 0 ? ` in ${members.join(', ')}` : ''}`);
      if (differences.length > 0) exitWith(1);
    });
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
