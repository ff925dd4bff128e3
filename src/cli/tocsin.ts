#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { keepCompiled } from '../keep-compiled.js';
import { addAllCommands } from './all-commands.ts';
import { errorText } from './error-text.ts';
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
addAllCommands(tocsin, terminal);

try {
  await tocsin.parseAsync();
} catch (error) {
  // Commander has already printed what is wrong with the call.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    process.stderr.write(`${errorText(error)}\n`);
    process.exitCode = 1;
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
