import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser } from 'puppeteer-core';

const installed = [
  process.env.CHROME_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const flags = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--lang=en-US'];

/** The signal that ends a worker must end it. */
const options = {
  pipe: true,
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
  timeout: 60_000,
} as const;

const packed = fileURLToPath(
  new URL('../../node_modules/@sparticuz/chromium/bin', import.meta.url),
);

let running: Promise<Browser> | undefined;

/**
 * The browser of this worker: the files that it runs share it, and each visit is in a context of its own. Nobody closes it: it ends with
 * the worker, whose end of the pipe it reads.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await running)?.connected) running = startBrowser();
  return running as Promise<Browser>;
}

/** A headless Chromium: that of the machine, else the one of the package, which brings its own libraries. */
async function startBrowser(): Promise<Browser> {
  const executablePath = installed.find((path) => path !== '' && existsSync(path));
  if (executablePath)
    return puppeteer.launch({ ...options, executablePath, headless: true, args: flags });
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  await inflate(join(packed, 'al2023.tar.br'));
  return puppeteer.launch({
    ...options,
    executablePath: await chromium.executablePath(),
    headless: 'shell',
    // Not those of the package, which are for one page in one process.
    args: flags,
    env: { ...process.env, LD_LIBRARY_PATH: join(tmpdir(), 'al2023', 'lib') },
  });
}
