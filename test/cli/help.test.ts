import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { exampleCalls } from '../../src/cli/examples.ts';
import { allCommandsOfTocsin } from '../support/all-commands.ts';

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
const program = allCommandsOfTocsin();
/** `tocsin silence add`. */
const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
const shown = all(program).filter((command) => command.name() !== 'complete');

it('every command, argument and option says what it is for', () => {
  expect(shown.length).toBeGreaterThan(40);
  const silent = shown.flatMap((command) => [
    ...(command.description() === '' && command.parent ? [nameOf(command)] : []),
    ...[...command.options, ...command.registeredArguments].flatMap((one) =>
      one.description === ''
        ? [`${nameOf(command)} ${'flags' in one ? one.flags : one.name()}`]
        : [],
    ),
  ]);
  expect(silent).toEqual([]);
});

it('help keeps within 80 columns', () => {
  const wide = shown.flatMap((command) => {
    let text = '';
    command.configureOutput({ writeOut: (out) => (text += out), getOutHelpWidth: () => 80 });
    command.outputHelp();
    return text
      .split('\n')
      .flatMap((line) => (line.length > 80 ? `${nameOf(command)}: ${line}` : []));
  });
  expect(wide).toEqual([]);
});

it.each(exampleCalls)('%s is a call that is understood', async (call) => {
  const mine = allCommandsOfTocsin();
  const reached: string[] = [];
  for (const command of all(mine))
    command.exitOverride().action(() => void reached.push(nameOf(command)));
  const words = call
    .replace(/^.*\| /, '')
    .match(/"[^"]*"|\S+/g)
    ?.map((word) => word.replaceAll('"', ''));
  await mine.parseAsync(['node', ...(words ?? [])]);
  expect(reached).toHaveLength(1);
});
