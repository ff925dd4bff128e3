import { Command } from 'commander';
import { addAllCommands } from '../../src/cli/all-commands.ts';

/** `tocsin` with all of its commands, which print nothing and end nothing. */
export function allCommandsOfTocsin(): Command {
  const program = new Command('tocsin');
  addAllCommands(program, {
    print: () => {},
    env: {},
    columns: 80,
    clear: () => {},
    exitWith: () => {},
  });
  return program;
}
