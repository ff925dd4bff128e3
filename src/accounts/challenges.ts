import { hashOfToken, type World } from '../kernel/index.ts';
import { type ChallengeDocument, challengesOf } from './model.ts';

const validSeconds = 300;

/** Remembers what the browser was given, so that it is accepted once and for five minutes. */
export async function keepChallenge(
  world: World,
  value: string,
  purpose: ChallengeDocument['purpose'],
  accountId: string | null,
): Promise<Date> {
  const expiresAt = new Date(world.clock.now().getTime() + validSeconds * 1000);
  await challengesOf(world).insertOne({ _id: hashOfToken(value), purpose, accountId, expiresAt });
  return expiresAt;
}

/** Still valid, and not used up by looking. */
export function findChallenge(
  world: World,
  value: string,
  purpose: ChallengeDocument['purpose'],
): Promise<ChallengeDocument | null> {
  const expiresAt = { $gt: world.clock.now() };
  return challengesOf(world).findOne({ _id: hashOfToken(value), purpose, expiresAt });
}

/** The challenge for the first who asks, else null. */
export function takeChallenge(
  world: World,
  value: string,
  purpose: ChallengeDocument['purpose'],
): Promise<ChallengeDocument | null> {
  const expiresAt = { $gt: world.clock.now() };
  return challengesOf(world).findOneAndDelete({ _id: hashOfToken(value), purpose, expiresAt });
}
