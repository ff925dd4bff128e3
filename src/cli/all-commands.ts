import type { Command } from 'commander';
import { addClientCommands } from './client-commands.ts';
import { addCompletionCommands } from './completion.ts';
import { addConfigurationCommands } from './configuration-commands.ts';
import { addDatabaseCommands } from './database-commands.ts';
import { addExamples } from './examples.ts';
import { addLoginCommands } from './login-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import type { Terminal } from './terminal.ts';

/** All commands of `tocsin`, in the order in which `--help` shows them. */
export function addAllCommands(tocsin: Command, terminal: Terminal): void {
  addDatabaseCommands(tocsin, terminal);
  addConfigurationCommands(tocsin, terminal);
  addLoginCommands(tocsin, terminal);
  addClientCommands(tocsin, terminal);
  addOperatorCommands(tocsin, terminal);
  addCompletionCommands(tocsin, terminal.print);
  addExamples(tocsin);
}
