import { createHash, timingSafeEqual } from 'node:crypto';
import { type IntakeView, isKeyShaped } from '../../integrations/index.ts';
import { AppError } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';

/** Throws 401 unless the integration asks for no token or this is it. */
export function demandBearer({ bearerHash }: Pick<IntakeView, 'bearerHash'>, token: string | null) {
  if (!bearerHash) return;
  const hash = createHash('sha256')
    .update(token ?? '')
    .digest();
  if (!timingSafeEqual(hash, bearerHash))
    throw new AppError('unauthenticated', say('webhookNeedsToken'));
}

export function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? null;
}

/** Tokens in a JSON text under one of the names, found without parsing it: the caller is not known yet. */
export function keysIn(body: Uint8Array, names: readonly string[]): string[] {
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
