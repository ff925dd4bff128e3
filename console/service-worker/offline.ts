import paths from '../paths.json' with { type: 'json' };
import {
  forgetAnswers,
  keepAgain,
  keepAnswer,
  keepNothing,
  keptAnswer,
  presentEra,
} from './kept-answers.ts';

const filesCache = 'files';
const pageCache = 'page';
/** Half a network is worse than none: what is kept is shown after so long. */
const patienceMilliseconds = 6_000;
const filesMax = 150;

/** Addresses whose last answer is good without a network: who is signed in, incidents, who is on call. */
const kept =
  /^\/api\/(console\/v1\/me|public\/v1\/(incident\/search\/.*|on-call(\/.*)?|team\/search\/list|user\/[\w-]+))$/;
/** A person who opens these paths is signed out, or about to become somebody else. */
const leaving = /^\/(sign-in|sign-out)(\/|$)/;

/**
 * Lets the console open without a network: its page and scripts, and the last answers of some operations, with a mark
 * of when they came. With a network nothing that is kept is shown, except for scripts, whose names say what is in them.
 */
export function installOffline(
  worker: ServiceWorkerGlobalScope,
  offlineFiles: readonly string[],
): void {
  worker.addEventListener('install', (event) => {
    event.waitUntil(keepFiles(offlineFiles).then(() => worker.skipWaiting()));
  });
  worker.addEventListener('activate', (event) => {
    event.waitUntil(worker.clients.claim());
  });
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
    if (request.mode === 'navigate') {
      if (leaving.test(url.pathname)) event.waitUntil(keepNothing());
      else keepAgain();
      if (isPage(url.pathname)) event.respondWith(page(request));
    } else if (url.pathname.startsWith('/assets/')) event.respondWith(file(request));
    else if (kept.test(url.pathname)) event.respondWith(answer(request));
  });
}

function isPage(pathname: string): boolean {
  return pathname === '/' || (paths as string[]).includes(pathname.split('/')[1] ?? '');
}

async function keepFiles(names: readonly string[]): Promise<void> {
  const cache = await caches.open(filesCache);
  const missing = [];
  for (const name of names)
    if (!(await cache.match(`/assets/${name}`))) missing.push(`/assets/${name}`);
  await cache.addAll(missing);
  // Scripts of earlier versions, which an open page may still ask for.
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - filesMax))) await cache.delete(old);
  const pages = await caches.open(pageCache);
  const first = await fetch('/');
  if (first.ok && !first.redirected) await pages.put('/', first);
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(filesCache);
  const present = await cache.match(request.url);
  if (present) return present;
  const fetched = await fetch(request);
  if (fetched.ok) await cache.put(request.url, fetched.clone());
  return fetched;
}

/** One page for all addresses; the scripts know which one it is. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(pageCache);
  const known = await cache.match('/');
  try {
    const fetched = await fetch(request, known ? patience() : {});
    if (fetched.status >= 500 && known) return known;
    if (fetched.ok && !fetched.redirected) await cache.put('/', fetched.clone());
    return fetched;
  } catch (error) {
    if (known) return known;
    throw error;
  }
}

async function answer(request: Request): Promise<Response> {
  const asked = presentEra();
  const known = await keptAnswer(request.url);
  try {
    const fetched = await fetch(request, known ? patience(request.signal) : {});
    if (fetched.status >= 500 && known) return known;
    if (fetched.status === 401) await forgetAnswers();
    if (fetched.status === 200) await keepAnswer(request.url, fetched.clone(), asked);
    return fetched;
  } catch (error) {
    // Also if the page aborted the request: nobody reads this answer then.
    if (known) return known;
    throw error;
  }
}

function patience(signal?: AbortSignal): RequestInit {
  const timeout = AbortSignal.timeout(patienceMilliseconds);
  return { signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
}
