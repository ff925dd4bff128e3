import type { Command } from 'commander';
import { connectionOf } from './api-connection.ts';
import { addCallCommands } from './call-commands.ts';
import { addCoverageCommand } from './coverage-command.ts';
import { addFactsCommand } from './facts-command.ts';
import { addImportCommand } from './import-command.ts';
import { addIncidentCommands } from './incident-commands.ts';
import { addNoiseCommand } from './noise-command.ts';
import { addNotificationsCommand } from './notifications-command.ts';
import { addPayloadsCommand } from './payloads-command.ts';
import { addProveCommand } from './prove-command.ts';
import { addRehearseCommand } from './rehearse-command.ts';
import { addReplayCommand } from './replay-command.ts';
import { addReportCommands } from './report-commands.ts';
import { addSendCommand, addSetupCommand } from './send-commands.ts';
import { addShadowCommand } from './shadow-command.ts';
import { addSilenceCommands } from './silence-commands.ts';
import { addSimulateCommand } from './simulate-command.ts';
import type { Terminal } from './terminal.ts';

/** Commands for whoever has an API key: they talk to a server that runs. In the order in which `--help` shows them. */
export function addClientCommands(tocsin: Command, terminal: Terminal): void {
  const others = new Set(tocsin.commands);
  addSetupCommand(tocsin, terminal);
  addSendCommand(tocsin, terminal);
  addIncidentCommands(tocsin, terminal);
  addPayloadsCommand(tocsin, terminal);
  addNotificationsCommand(tocsin, terminal);
  addSimulateCommand(tocsin, terminal);
  addCoverageCommand(tocsin, terminal);
  addProveCommand(tocsin, terminal);
  addFactsCommand(tocsin, terminal);
  addReplayCommand(tocsin, terminal);
  addNoiseCommand(tocsin, terminal);
  addShadowCommand(tocsin, terminal);
  addReportCommands(tocsin, terminal);
  addCallCommands(tocsin, terminal);
  addRehearseCommand(tocsin, terminal);
  addSilenceCommands(tocsin, terminal);
  addFirstStepsCommand(tocsin, terminal);
  addMcpCommand(tocsin, terminal);
  addImportCommand(tocsin, terminal);
  for (const command of tocsin.commands)
    if (!others.has(command)) takeProfile(command, terminal.env);
}

/** Lets a command and its subcommands ask the server of a profile: as if TOCSIN_PROFILE were set. */
export function takeProfile(command: Command, env: NodeJS.ProcessEnv): Command {
  for (const one of command.commands) takeProfile(one, env);
  return command
    .option('--profile <name>', 'server and key that tocsin login kept under this name')
    .hook('preAction', (taken) => {
      const { profile } = taken.opts<{ profile?: string }>();
      if (profile !== undefined) env.TOCSIN_PROFILE = profile;
    });
}

function addMcpCommand(tocsin: Command, { env }: Terminal): void {
  tocsin
    .command('mcp')
    .description(
      'serve agents that start programs: the Model Context Protocol on standard input and output',
    )
    .action(async () => {
      const { serveMcpOnStdio } = await import('./mcp-command.ts');
      await serveMcpOnStdio(connectionOf(env));
    });
}

function addFirstStepsCommand(tocsin: Command, { print, env }: Terminal): void {
  tocsin
    .command('first-steps')
    .description('print the lines again that lead to a first incident')
    .action(async () => {
      const { linesToPaste } = await import('../first-steps.ts');
      const { endpoint, apiKey } = connectionOf(env);
      print(linesToPaste(endpoint, apiKey));
    });
}
