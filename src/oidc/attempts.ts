import type { Collection } from 'mongodb';
import { hashOfToken, type World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';

/** Why somebody is sent to the provider. */
export type Purpose =
  /** To begin a session. */
  | 'sign-in'
  /** To prove again who they are, in a session. */
  | 'confirm'
  /** To link their identity there with who they are here, in a session. */
  | 'link';

/** A sign-in on its way through a browser. */
export interface Attempt {
  /** SHA-256 of the state. */
  _id: string;
  /** SHA-256 of the cookie of the browser that began it. */
  browser: string;
  organizationId: string;
  connectionId: string;
  purpose: Purpose;
  /** Whose session it is; null when there is none yet. */
  userId: string | null;
  /** PKCE; sealed. */
  verifier: string;
  nonce: string;
  returnTo: string;
  expiresAt: Date;
}

const schema = schemaOf<Attempt>({
  _id: String,
  browser: String,
  organizationId: String,
  connectionId: String,
  purpose: String,
  userId: String,
  verifier: String,
  nonce: String,
  returnTo: String,
  expiresAt: Date,
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// Attempts to remove with an organization.
schema.index({ organizationId: 1 });

export const attemptModel = defineModel<Attempt>('oidc_attempts', schema);

export const attemptMinutes = 10;

function attemptsIn({ store }: Pick<World, 'store'>): Collection<Attempt> {
  return driverCollection(attemptModel(store));
}

export async function keepAttempt(
  world: World,
  state: string,
  browser: string,
  attempt: Omit<Attempt, '_id' | 'browser' | 'expiresAt'>,
): Promise<void> {
  const expiresAt = new Date(world.clock.now().getTime() + attemptMinutes * 60_000);
  await attemptsIn(world).insertOne({
    ...attempt,
    _id: hashOfToken(state),
    browser: hashOfToken(browser),
    verifier: world.secrets.seal(attempt.verifier),
    expiresAt,
  });
}

/** The attempt of this state and browser, once: whoever comes second, from whatever process, gets null. */
export async function takeAttempt(
  world: World,
  state: string,
  browser: string,
): Promise<Attempt | null> {
  const found = await attemptsIn(world).findOneAndDelete({
    _id: hashOfToken(state),
    browser: hashOfToken(browser),
    expiresAt: { $gt: world.clock.now() },
  });
  return found && { ...found, verifier: world.secrets.open(found.verifier) };
}
