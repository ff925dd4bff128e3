import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Request, type Response, Router } from 'express';
import { encodingFor } from '../../../http/index.ts';
import type { World } from '../../../kernel/index.ts';
import { positionOf } from '../../../live/index.ts';
import { sessionCookie, sessionOf, tokenFromCookies } from '../../../sessions/index.ts';
import { pageHeaders } from '../pages/page.ts';
import { withReturnTo } from '../return-to.ts';
import { type Bundle, workerName } from './bundle.ts';
import { importWorker } from './import-worker.ts';
import { loadBundle } from './kept-bundle.ts';
import { type PackedFile, packed } from './packed-files.ts';
import { linksOf } from './page-links.ts';

const home = new URL('../../../../console/', import.meta.url);
const page = readFileSync(new URL('page.html', home), 'utf8');
/** The first segments of the addresses that the program in the browser understands. */
const paths = JSON.parse(readFileSync(new URL('paths.json', home), 'utf8')) as string[];
/** Files that have a name of their own, as their address is written down elsewhere: where they are, and what. */
const named = new Map([
  ['/icon.svg', { file: 'icon.svg', type: 'image/svg+xml' }],
  ['/manifest.webmanifest', { file: 'manifest.webmanifest', type: 'application/manifest+json' }],
  ...['icon-192', 'icon-512', 'icon-maskable-512', 'apple-touch-icon', 'badge-96'].map(
    (name) => [`/${name}.png`, { file: `icons/${name}.png`, type: 'image/png' }] as const,
  ),
]);

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

export interface ConsoleAppOptions {
  world: World;
  /** As people reach this server. */
  publicUrl(): string;
}

interface ConsoleApp {
  router: Router;
  /** Makes the bundle, and packs what the first page needs, before anybody asks for it. */
  prepare(): Promise<void>;
}

interface Served {
  bundle: Bundle;
  files: Map<string, PackedFile>;
}

/**
 * The program of the console: one page for all its addresses, its scripts and its style. It is bundled when it is first
 * needed and then served from memory. A visitor who is not signed in is led to `/sign-in` and back.
 */
export function createConsoleApp({ world, publicUrl }: ConsoleAppOptions): ConsoleApp {
  let serving: Promise<Served> | undefined;
  const served = (): Promise<Served> => {
    serving ??= loadBundle(world.log).then(
      (bundle) => ({
        bundle,
        files: new Map([...bundle.files].map(([name, bytes]) => [name, packed(bytes)])),
      }),
      (error: unknown) => {
        serving = undefined;
        throw error;
      },
    );
    return serving;
  };

  const router = Router({ caseSensitive: true });
  for (const [path, { file, type }] of named)
    router.get(path, (_req, res) => {
      res.set({ 'content-type': type, 'cache-control': 'public, max-age=3600' });
      res.send(readFileSync(new URL(file, home)));
    });
  router.get(`/${workerName}`, async (req, res, next) => {
    const file = (await served()).files.get(workerName);
    if (!file) return next();
    res.set({
      'content-type': types.js,
      // Browsers ask whether there is another one; its name cannot say so.
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      'x-content-type-options': 'nosniff',
    });
    await sendPacked(req, res, file);
  });
  router.get('/assets/:name', async (req, res, next) => {
    const file = (await served()).files.get(req.params.name);
    if (!file) return next();
    res.set({
      'content-type': types[req.params.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      // The worker can send nothing: the files it is given stay in the browser, whatever is in them.
      ...(importWorker.test(req.params.name) && {
        'content-security-policy': "default-src 'none'; script-src 'self'",
      }),
    });
    await sendPacked(req, res, file);
  });
  router.get(
    ['/', ...paths.flatMap((path) => [`/${path}`, `/${path}/*rest`])],
    async (req, res) => {
      const token = tokenFromCookies(new Headers({ cookie: req.headers.cookie ?? '' }));
      const active = token === undefined ? null : await sessionOf(world, token);
      if (!active) {
        res.set({
          ...pageHeaders(publicUrl()),
          location: withReturnTo('/sign-in', req.originalUrl),
        });
        return void res.status(303).end();
      }
      const { bundle } = await served();
      const from = positionOf(world.clock.now());
      const nonce = randomBytes(16).toString('base64');
      res.set({ ...pageHeaders(publicUrl()), 'content-security-policy': policyWith(nonce) });
      if (active.newToken !== null)
        res.set('set-cookie', sessionCookie(active.newToken, active.session));
      const links = linksOf(bundle, req.originalUrl, nonce);
      res.send(page.replace('{{from}}', from).replace('{{links}}', () => links));
    },
  );
  return {
    router,
    async prepare() {
      const { bundle, files } = await served();
      await Promise.all([bundle.script, bundle.style].map((name) => files.get(name)?.in('br')));
    },
  };
}

/**
 * Nothing from elsewhere. Mantine and the code editor make style elements, which the nonce lets in; there is no inline
 * script.
 */
function policyWith(nonce: string): string {
  return (
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
    "font-src 'self'; frame-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  );
}

async function sendPacked(req: Request, res: Response, file: PackedFile): Promise<void> {
  const encoding = encodingFor(req.headers['accept-encoding']);
  res.vary('Accept-Encoding');
  if (encoding !== 'identity') res.set('content-encoding', encoding);
  res.send(Buffer.from(await file.in(encoding)));
}
