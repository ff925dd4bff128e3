import { loadDocument } from './http/index.ts';
import { loadConsole } from './surfaces/console/index.ts';
import { loadPublicApi } from './surfaces/public-api/index.ts';

const root = new URL('../openapi/bundled/', import.meta.url);

export type Documents = Awaited<ReturnType<typeof loadDocuments>>;

/** Reads the documents of all surfaces. */
export async function loadDocuments() {
  const at = (name: string) => new URL(`${name}.json`, root);
  const [publicApi, scim, console, pages, oidcPages, calendar, chat, links, status, telephony] =
    await Promise.all([
      loadPublicApi(at('public-v1')),
      loadPublicApi(at('scim-v2')),
      loadConsole(at('console')),
      loadConsole(at('pages')),
      loadConsole(at('pages-oidc')),
      loadDocument(at('calendar')),
      loadDocument(at('chat')),
      loadDocument(at('links')),
      loadDocument(at('status')),
      loadDocument(at('telephony')),
    ]);
  return { publicApi, scim, console, pages, oidcPages, calendar, chat, links, status, telephony };
}
