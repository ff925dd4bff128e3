import { createHash } from 'node:crypto';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, isDuplicateKey, schemaOf } from '../store/index.ts';

/** A logout token that was obeyed: a second time it is refused. */
interface LogoutToken {
  /** SHA-256 of connection and `jti`. */
  _id: string;
  expiresAt: Date;
}

const schema = schemaOf<LogoutToken>({ _id: String, expiresAt: Date });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const logoutTokenModel = defineModel<LogoutToken>('oidc_logout_tokens', schema);

/** Longer than a token is accepted. */
const keptMilliseconds = 3600_000;

export async function wasObeyed(world: World, connectionId: string, jti: string): Promise<boolean> {
  const found = await tokensIn(world).findOne({ _id: idOf(connectionId, jti) });
  return found !== null;
}

export async function noteObeyed(world: World, connectionId: string, jti: string): Promise<void> {
  const expiresAt = new Date(world.clock.now().getTime() + keptMilliseconds);
  try {
    await tokensIn(world).insertOne({ _id: idOf(connectionId, jti), expiresAt });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

function tokensIn({ store }: Pick<World, 'store'>) {
  return driverCollection(logoutTokenModel(store));
}

function idOf(connectionId: string, jti: string): string {
  return createHash('sha256').update(`${connectionId}\n${jti}`).digest('hex');
}
