import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import puppeteer, { type Browser } from 'puppeteer-core';
import { madeOnce } from './made-once.ts';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const flags = [
  ...['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--lang=en-US'],
  // Pages live for seconds: making their code fast takes a tenth of the processor, and is never paid back.
  '--js-flags=--no-maglev --no-turbofan',
];

/** The signal that ends a worker must end it. */
const options = {
  pipe: true,
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
  timeout: 120_000,
} as const;

const root = fileURLToPath(new URL('../..', import.meta.url));
const chromium = join(root, 'node_modules/@sparticuz/chromium');

/** It unpacks into the folder for temporary files, which only a process of its own can have for itself. */
const unpacking = `
  import chromium, { inflate } from '@sparticuz/chromium';
  await inflate(${JSON.stringify(join(chromium, 'bin/al2023.tar.br'))});
  await chromium.executablePath();
`;

function unpackedChromium(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(chromium, 'package.json'), 'utf8'));
  return madeOnce(join(tmpdir(), `tocsin-chromium-${version}`), (beside) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpacking], {
      cwd: root,
      env: { ...process.env, TMPDIR: beside },
    }),
  );
}

let running: Promise<Browser> | undefined;

/**
 * The browser of this worker: the files that it runs share it, and each visit is in a context of its own. Nobody closes
 * it: it ends with the worker, whose end of the pipe it reads.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await running)?.connected) running = startBrowser();
  return running as Promise<Browser>;
}

/**
 * The Chromium of the package, which is the same for everybody and has nothing but what a page needs: half the work of
 * one with windows. That of the machine where CHROME_PATH names it, and where there is none in the package.
 */
async function startBrowser(): Promise<Browser> {
  const isPacked = process.platform === 'linux' && process.arch === 'x64';
  const executablePath =
    process.env.CHROME_PATH || (isPacked ? undefined : installed.find((path) => existsSync(path)));
  if (executablePath)
    return puppeteer.launch({ ...options, executablePath, headless: true, args: flags });
  const unpacked = await unpackedChromium();
  return puppeteer.launch({
    ...options,
    executablePath: join(unpacked, 'chromium'),
    headless: 'shell',
    // Not those of the package, which are for one page in one process.
    args: flags,
    env: { ...process.env, LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib') },
  });
}
