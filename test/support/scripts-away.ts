import type { Page } from 'puppeteer-core';

export interface Cut {
  /** Names of the parts that the page asked for, and did not get, while this was done: `person-menu`. */
  during(work: () => Promise<void>): Promise<string[]>;
}

/** A network that lets no more scripts through, as long as it is told so: what is there stays. */
export async function cutScripts(page: Page): Promise<Cut> {
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  let missing = new Set<string>();
  page.on('requestfailed', (request) => {
    const [, name] = /\/assets\/(.+?)(?:-[A-Z\d]{8})+\.js$/.exec(request.url()) ?? [];
    if (name !== undefined) missing.add(name);
  });
  return {
    async during(work) {
      missing = new Set();
      await session.send('Network.setBlockedURLs', { urls: ['*/assets/*.js'] });
      await work();
      await session.send('Network.setBlockedURLs', { urls: [] });
      return [...missing];
    },
  };
}
