import type { CDPSession, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acknowledgeUrl } from '../../src/notifications/addresses.ts';
import {
  type ConsoleStory,
  heading,
  look,
  press,
  shows,
  startConsole,
} from '../support/console.ts';
import { makeReply } from '../support/reply.ts';

let story: ConsoleStory;
let owner: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
});
afterAll(async () => story?.stop());

const disconnected = /ERR_|Failed to load resource|fetch/;

/** The worker of the page, which would be installed after a while anyway, in control of it. */
async function withWorker(page: Page): Promise<Worker> {
  await page.goto(story.url);
  await heading(page, 'Incidents');
  await page.evaluate(`(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  })()`);
  const target = await page
    .browserContext()
    .waitForTarget((one) => one.type() === 'service_worker');
  const session = await target.createCDPSession();
  await session.send('Runtime.enable');
  await session.send('Network.enable');
  return {
    session,
    async run(expression) {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
      return result.value;
    },
  };
}

interface Worker {
  session: CDPSession;
  /** What the expression gives within the worker. */
  run(expression: string): Promise<unknown>;
}

async function setOffline(page: Page, { session }: Worker, offline: boolean): Promise<void> {
  await page.setOfflineMode(offline);
  const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { offline, ...unlimited });
}

describe('an installed console', () => {
  it('is described by a manifest whose icons are there', async () => {
    const get = (path: string) => fetch(`${story.server.app.url}${path}`);
    const manifest = (await (await get('/manifest.webmanifest')).json()) as {
      icons: { src: string; type: string; sizes: string }[];
    };
    for (const { src, type, sizes } of manifest.icons) {
      const icon = await get(src);
      expect(icon.headers.get('content-type')).toBe(type);
      if (type !== 'image/png') continue;
      const bytes = Buffer.from(await icon.arrayBuffer());
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    const worker = await get('/service-worker.js');
    expect(worker.headers.get('cache-control')).toBe('no-cache');
  });

  it('shows incidents that were seen last without a network, and says how old they are', async () => {
    const team = await story.server.api.make('/team', { displayName: 'Payments' });
    const incident = await story.server.api.make('/incident', {
      title: 'Disk full on db-1',
      status: 'Open',
      severity: 'Critical',
      teamIds: [team],
    });
    await story.visit({ userId: owner, expected: disconnected }, async (page) => {
      const worker = await withWorker(page);
      await page.reload();
      await shows(page, 'Disk full on db-1');
      await press(page, 'Disk full on db-1');
      // The list has the heading, too.
      await page.waitForFunction(`location.pathname === '/incidents/${incident}'`);
      await heading(page, 'Disk full on db-1');
      const keeps = `(await (await caches.open('answers')).keys()).some(({ url }) => url.endsWith('${incident}'))`;
      await expect.poll(() => worker.run(`(async () => ${keeps})()`)).toBe(true);
      await setOffline(page, worker, true);
      await page.reload();
      await heading(page, 'Disk full on db-1');
      await shows(page, 'No connection. You see the state of');
      await page.goto(story.url);
      await shows(page, 'Disk full on db-1');
      await shows(page, 'No connection.');
      await look(page, 'offline');
      await setOffline(page, worker, false);
      await page.reload();
      await shows(page, 'Disk full on db-1');
      expect(await page.evaluate('document.body.innerText')).not.toContain('No connection.');

      // Nothing stays behind for whoever comes next.
      await page.goto(`${story.url}/sign-out`);
      await expect.poll(() => worker.run('caches.has("answers")')).toBe(false);
    });
  });

  it('acknowledges and resolves from a notification, and opens the incident', async () => {
    const { incident, token, history } = await makeReply(story.server);
    const url = acknowledgeUrl(story.url, token);
    const push = {
      key: 'k',
      title: 'Critical: Disk full',
      body: 'Alarms',
      url,
      topic: incident,
      actions: [{ label: 'Acknowledge', url, method: 'POST' }],
    };
    await story.visit({ userId: owner, expected: disconnected }, async (page) => {
      const worker = await withWorker(page);
      // This browser has no place for notifications: what it would show is looked at.
      await worker.run(`
        self.shown = [];
        self.registration.showNotification = async (title, options) => void shown.push({ title, ...options });
        self.happen = async (event) => {
          const waits = [];
          event.waitUntil = (promise) => waits.push(promise);
          self.dispatchEvent(event);
          await Promise.all(waits);
        };
        self.touch = (action) => {
          const event = new Event('notificationclick');
          event.action = action;
          event.notification = { data: shown[0].data, close() {} };
          return happen(event);
        };
      `);
      await worker.run(`(() => {
        const event = new Event('push');
        event.data = { json: () => (${JSON.stringify(push)}) };
        return happen(event);
      })()`);
      expect(await worker.run('shown')).toMatchObject([
        {
          title: 'Critical: Disk full',
          tag: incident,
          requireInteraction: true,
          actions: [
            { action: '0', title: 'Acknowledge' },
            { action: 'resolve', title: 'Resolve' },
          ],
        },
      ]);
      await worker.run('touch("0")');
      expect((await history()).map(({ intent }) => intent)).toEqual(['Investigated']);
      await worker.run('touch("resolve")');
      expect((await history()).map(({ intent }) => intent)).toEqual(['Resolved', 'Investigated']);
      expect((await worker.run('shown.map(({ body }) => body)')) as string[]).toEqual([
        'Alarms',
        'Acknowledged',
        'Resolved',
      ]);
      await worker.run('touch("")');
      await page.waitForFunction(`location.pathname === '/incidents/${incident}'`);
    });
  });
});
