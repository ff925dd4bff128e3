import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import { type World, within } from '../../kernel/index.ts';
import type { Processes } from '../../processes/index.ts';
import { changeCount } from '../../resources/index.ts';
import { statusPageHosts, statusPageKind } from '../../status-pages/index.ts';

/** How long a host that another process added may go unnoticed. */
const sharedMilliseconds = 2000;
/** How long a request waits for the store; then what was known before counts. */
const patienceMilliseconds = 400;

/** The hosts that pages have for themselves, kept in memory: every request asks. */
export class PageHosts {
  readonly #world: World;
  readonly #processes: Processes;
  #hosts: ReadonlySet<string> = new Set();
  #changes = -1;
  #loadedAt = 0;
  #running: Promise<void> | null = null;

  constructor(world: World, processes: Processes) {
    this.#world = world;
    this.#processes = processes;
  }

  async has(host: string): Promise<boolean> {
    const isLocallyOld = this.#changes !== changeCount(this.#world, statusPageKind.entityType);
    const isOld =
      !this.#processes.exclusive() && performance.now() - this.#loadedAt > sharedMilliseconds;
    if (isLocallyOld || isOld) {
      this.#running ??= this.#load().finally(() => {
        this.#running = null;
      });
      await within(patienceMilliseconds, this.#running, () => undefined);
    }
    return this.#hosts.has(host);
  }

  async #load(): Promise<void> {
    const changes = changeCount(this.#world, statusPageKind.entityType);
    try {
      this.#hosts = await statusPageHosts(this.#world);
      this.#changes = changes;
    } catch (error) {
      this.#world.log.warn({ err: error }, 'the hosts of status pages cannot be read');
    }
    this.#loadedAt = performance.now();
  }
}

/**
 * Leads requests for the host of a page to `pages`, which serves nothing else. The host of this server itself,
 * addresses and `localhost` are nobody's: a page cannot take the place of the API or the console.
 */
export function createHostRouting(
  hosts: PageHosts,
  publicUrl: () => string,
  pages: RequestHandler,
): RequestHandler {
  let own = { url: '', host: '' };
  return async (req, res, next) => {
    const url = publicUrl();
    if (own.url !== url) own = { url, host: new URL(url).hostname.toLowerCase() };
    // Behind a trusted proxy the host that the visitor asked for.
    const host = req.hostname?.toLowerCase() ?? '';
    const isOurs = host === '' || host === own.host || host === 'localhost' || isAddress(host);
    // A load balancer may ask by any of the names that lead here, and takes the server out when it is not answered.
    if (isOurs || isProbe(req.path) || !(await hosts.has(host))) return next();
    req.url = `/status/~${host}${req.url === '/' ? '' : req.url.replace(/^\/(?=\?)/, '')}`;
    pages(req, res, next);
  };
}

function isProbe(path: string): boolean {
  return path === '/readyz' || path === '/healthz';
}

function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}
