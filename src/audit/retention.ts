import { Schema } from 'mongoose';
import { removeInSteps } from '../jobs/index.ts';
import type { SecretBox, World } from '../kernel/index.ts';
import { defineModel } from '../store/index.ts';
import { headModel } from './heads.ts';
import { auditModel } from './model.ts';

/** Where the stored chain of an organization begins, since older entries were removed by retention. */
export interface ChainStart {
  /** The organization. */
  _id: string;
  organizationId: string;
  /** Position and hash of the last entry that is gone. */
  sequence: number;
  hash: string;
  signature: string;
}

export const chainStartModel = defineModel<ChainStart>(
  'audit_chain_starts',
  new Schema<ChainStart>({
    _id: String,
    organizationId: String,
    sequence: Number,
    hash: String,
    signature: String,
  }),
);

export function expiryOf(at: Date, retentionDays: number | null): Date | null {
  return retentionDays === null ? null : new Date(at.getTime() + retentionDays * 86_400_000);
}

/**
 * Removes what an organization keeps no longer, oldest first, so that what is left is still one chain. Its
 * new beginning is signed and written down first: that nothing else is missing can be verified.
 */
export async function removeExpired(
  world: World,
  organizationId: string,
  retentionDays: number,
  stopping: AbortSignal,
): Promise<number> {
  const horizon = new Date(world.clock.now().getTime() - retentionDays * 86_400_000);
  const last = await auditModel(world.store)
    .findOne({ organizationId, at: { $lt: horizon } }, { sequence: 1, hash: 1 })
    .sort({ at: -1, sequence: -1 })
    .lean();
  if (!last) return 0;
  const { sequence, hash } = last;
  const signature = signStart(world.secrets, { _id: organizationId, sequence, hash });
  await chainStartModel(world.store).updateOne(
    { _id: organizationId },
    { $set: { organizationId, sequence, hash, signature } },
    { upsert: true },
  );
  const past = { organizationId, sequence: { $lte: sequence } };
  return removeInSteps(world, auditModel, past, { stopping });
}

/** The whole log of an organization that is gone. */
export async function removeLog(
  world: World,
  organizationId: string,
  stopping: AbortSignal,
): Promise<void> {
  await chainStartModel(world.store).deleteOne({ _id: organizationId });
  await headModel(world.store).deleteOne({ _id: organizationId });
  await removeInSteps(world, auditModel, { organizationId }, { stopping });
}

/**
 * The signed beginning of the stored chain; null for a chain from its first entry; 'forged' for one that was altered.
 */
export async function chainStartOf(
  world: World,
  organizationId: string,
): Promise<ChainStart | null | 'forged'> {
  const start = await chainStartModel(world.store).findById(organizationId).lean();
  if (!start) return null;
  return isSignedStart(world.secrets, start) ? start : 'forged';
}

export function signStart(
  secrets: SecretBox,
  { _id, sequence, hash }: Pick<ChainStart, '_id' | 'sequence' | 'hash'>,
): string {
  return secrets.sign(startText(_id, sequence, hash));
}

export function isSignedStart(secrets: SecretBox, start: ChainStart): boolean {
  return signStart(secrets, start) === start.signature;
}

function startText(organizationId: string, sequence: number, hash: string): string {
  return JSON.stringify(['chain-start', organizationId, sequence, hash]);
}
