import { Command } from 'commander';
import { addClientCommands } from '../../src/cli/client-commands.ts';
import { addCompletionCommands } from '../../src/cli/completion.ts';
import { addLoginCommands } from '../../src/cli/login-commands.ts';
import { addOperatorCommands } from '../../src/cli/operator-commands.ts';

/** `tocsin` with all of its commands, which print nothing and end nothing. */
export function allCommandsOfTocsin(): Command {
  const terminal = { print: () => {}, env: {}, columns: 80, clear: () => {}, exitWith: () => {} };
  const program = new Command('tocsin');
  addLoginCommands(program, terminal);
  addClientCommands(program, terminal);
  addOperatorCommands(program, terminal);
  addCompletionCommands(program, () => {});
  return program;
}
