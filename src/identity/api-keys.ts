import { AppError, type World } from '../kernel/index.ts';
import { hashKey, hasValidCheckDigits } from './key-format.ts';
import { type ApiKeyDocument, apiKeyModel } from './model.ts';

/** How often the last use of a key is written down, at most. */
const lastUsedMilliseconds = 60_000;

/** The record of a key in use; throws 401 with one text for missing, unknown, expired and revoked. */
export async function authenticateKey(
  world: World,
  key: string | undefined,
  address: string,
): Promise<ApiKeyDocument> {
  if (!key || !hasValidCheckDigits(key)) throw refused();
  const record = await apiKeyModel(world.store).findOne({ hash: hashKey(key) }).lean();
  const now = world.clock.now();
  if (!record || record.revokedAt || (record.expiresAt && record.expiresAt <= now)) throw refused();
  noteUse(world, record, now, address);
  return record;
}

function refused(): AppError {
  return new AppError(
    'unauthenticated',
    'Send a valid API key as X-Api-Key or Authorization: Bearer; this one is missing, unknown, expired or revoked.',
  );
}

/** Off the request's path: a lost note costs nothing. */
function noteUse(world: World, record: ApiKeyDocument, now: Date, address: string): void {
  const last = record.lastUsedAt?.getTime() ?? 0;
  if (now.getTime() - last < lastUsedMilliseconds) return;
  apiKeyModel(world.store)
    .updateOne(
      { _id: record._id, lastUsedAt: record.lastUsedAt },
      { $set: { lastUsedAt: now, lastUsedIp: address } },
    )
    .catch((error: unknown) => world.log.warn({ err: error }, 'the last use of a key was not noted'));
}
