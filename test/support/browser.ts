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

const packed = fileURLToPath(
  new URL('../../node_modules/@sparticuz/chromium/bin', import.meta.url),
);

/** A headless Chromium: that of the machine, else the one of the package, which brings its own libraries. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = installed.find((path) => path !== '' && existsSync(path));
  if (executablePath)
    return puppeteer.launch({ executablePath, headless: true, args: flags, timeout: 60_000 });
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  await inflate(join(packed, 'al2023.tar.br'));
  return puppeteer.launch({
    executablePath: await chromium.executablePath(),
    headless: 'shell',
    // Not those of the package, which are for one page in one process.
    args: flags,
    env: { ...process.env, LD_LIBRARY_PATH: join(tmpdir(), 'al2023', 'lib') },
    timeout: 60_000,
  });
}
