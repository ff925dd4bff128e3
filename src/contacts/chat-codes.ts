import type { Collection } from 'mongodb';
import { hashOfToken, newToken, type World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';

/** Connects whoever writes it to the bot of the integration with the person. Holds no code, only its hash. */
interface ChatCode {
  /** Hash of the code. */
  _id: string;
  organizationId: string;
  userId: string;
  integrationId: string;
  expiresAt: Date;
}

const schema = schemaOf<ChatCode>({
  _id: String,
  organizationId: String,
  userId: String,
  integrationId: String,
  expiresAt: Date,
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// Codes to remove with an organization or a person.
schema.index({ organizationId: 1, userId: 1 });
// Codes to remove with an integration.
schema.index({ integrationId: 1 });

export const chatCodeModel = defineModel<ChatCode>('chat_codes', schema);

function codesOf(world: World): Collection<ChatCode> {
  return driverCollection(chatCodeModel(world.store));
}

const validMilliseconds = 10 * 60_000;

type Connection = Pick<ChatCode, 'organizationId' | 'userId' | 'integrationId'>;

/** A new code for the person; the one before it ends. */
export async function newChatCode(
  world: World,
  connection: Connection,
): Promise<{ code: string; expiresAt: Date }> {
  const code = newToken();
  const { organizationId, userId } = connection;
  const expiresAt = new Date(world.clock.now().getTime() + validMilliseconds);
  await codesOf(world).deleteMany({ organizationId, userId });
  await codesOf(world).insertOne({ _id: hashOfToken(code), ...connection, expiresAt });
  return { code, expiresAt };
}

/** Whom the code connects, for the first who writes it to the bot that it was made for; else null. */
export async function takeChatCode(
  world: World,
  integrationId: string,
  code: string,
): Promise<Connection | null> {
  return codesOf(world).findOneAndDelete({
    _id: hashOfToken(code),
    integrationId,
    expiresAt: { $gt: world.clock.now() },
  });
}
