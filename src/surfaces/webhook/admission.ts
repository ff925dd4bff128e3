import { randomUUID } from 'node:crypto';
import {
  hashOfIngestToken,
  type IntakeView,
  type IntakeViews,
  isKeyShaped,
  receivesRequests,
  tokenStateOf,
} from '../../integrations/index.ts';
import { isListed } from '../../kernel/index.ts';
import { bearerOf, demandBearer } from './credentials.ts';
import type { Credentials } from './dialects/index.ts';
import type { Exchange, Surface } from './exchange.ts';

/**
 * The integration that the request is for, where it may come from this address and has the token. Throws the error of
 * the dialect for unknown and former ingest tokens, for refused addresses and for types that do not speak it, all
 * alike: nobody learns which exist. Throws 401 for a wrong token.
 */
export async function admit(
  { views }: Pick<Surface, 'views'>,
  exchange: Exchange,
  { key, bearer }: Credentials,
): Promise<IntakeView> {
  const view = await findView(views, exchange, key);
  if (view === null) throw exchange.dialect.unknown();
  exchange.check = 'token';
  demandBearer(view, bearer);
  exchange.check = null;
  return view;
}

/** The same for a key in the body; null when there is none in it, or none of an integration. */
export async function admitByBody(
  surface: Pick<Surface, 'views'>,
  exchange: Exchange,
  body: Uint8Array,
): Promise<IntakeView | null> {
  const { dialect, head } = exchange;
  for (const key of keysIn(body, dialect.keyNames ?? [])) {
    if ((await findView(surface.views, exchange, key)) === null) continue;
    return admit(surface, exchange, { key, bearer: bearerOf(head.headers.authorization) });
  }
  return null;
}

async function findView(
  views: IntakeViews,
  exchange: Exchange,
  key: string,
): Promise<IntakeView | null> {
  if (!isKeyShaped(key)) return null;
  const tokenHash = hashOfIngestToken(key);
  const view = views.cachedByToken(tokenHash) ?? (await views.loadByToken(tokenHash));
  if (!view) return null;
  const { dialect, head, ip } = exchange;
  exchange.view = view;
  exchange.check = 'token';
  const state = tokenStateOf(view, tokenHash, head.now);
  if (state === null || state === 'ended') return null;
  exchange.isFormerToken = state === 'former';
  exchange.check = 'address';
  const speaks =
    dialect.protocol === null
      ? receivesRequests(view.type)
      : dialect.protocol === view.type.protocol;
  if (speaks && (view.allowedAddresses === null || isListed(view.allowedAddresses, ip))) {
    exchange.check = null;
    return view;
  }
  // Does the same work as for an unknown token, so that the response time reveals nothing.
  await views.loadByToken(hashOfIngestToken(randomUUID()));
  return null;
}

/** Tokens in a JSON text under one of the names, found without parsing it: the caller is not known yet. */
function keysIn(body: Uint8Array, names: readonly string[]): string[] {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const pattern = new RegExp(
    `"(?:${names.join('|')})"\\s{0,20}:\\s{0,20}"([^"\\\\]{20,200})"`,
    'gi',
  );
  const keys = new Set<string>();
  for (const [, key = ''] of text.matchAll(pattern)) {
    if (!isKeyShaped(key)) continue;
    keys.add(key);
    if (keys.size >= keysMax) break;
  }
  return [...keys];
}

/** An event has one; text that it quotes may contain others. */
const keysMax = 4;
