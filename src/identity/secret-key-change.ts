import { AppError, type SecretBox, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { installationModel } from './model.ts';

/** Whose key the stored secrets have; null before the first start. */
export type SecretKeyState = 'own' | 'other' | 'changing' | null;

type Sealed = Pick<World, 'store' | 'secrets'>;

export async function secretKeyState({ store, secrets }: Sealed): Promise<SecretKeyState> {
  const stored = await installationModel(store).findOne({ _id: 'installation' }).lean();
  if (!stored) return null;
  const { secretFingerprint, nextSecretFingerprint = null } = stored;
  if (nextSecretFingerprint !== null && nextSecretFingerprint !== secretFingerprint)
    return 'changing';
  return secretFingerprint === secrets.fingerprint ? 'own' : 'other';
}

/** Throws when the stored secrets have another key, or are between two keys. */
export async function demandOwnSecretKey(world: Sealed): Promise<void> {
  const state = await secretKeyState(world);
  if (state === 'changing') throw new AppError('internal', say('secretKeyChanging'));
  if (state === 'other') throw new AppError('internal', say('secretKeyDiffers'));
}

/**
 * Writes down that the key is being replaced by `next`: from here on no server starts. `done` where the stored secrets
 * have that key already. Throws when they have neither the key of the world nor that one, and while they are being
 * given another.
 */
export async function beginSecretKeyChange(
  { store, secrets }: Sealed,
  next: SecretBox,
): Promise<'begun' | 'goes-on' | 'done'> {
  const installations = installationModel(store);
  const stored = await installations.findOne({ _id: 'installation' }).lean();
  if (!stored) throw new Error('There is nothing to seal again: no server has started here yet.');
  if (stored.secretFingerprint === next.fingerprint) return 'done';
  if (stored.secretFingerprint !== secrets.fingerprint)
    throw new Error(
      'This database uses another secret key than TOCSIN_SECRET_KEY or secret.key says. Nothing was changed.',
    );
  if ((stored.nextSecretFingerprint ?? next.fingerprint) !== next.fingerprint)
    throw new Error(
      'The secret key is being replaced by another one already: give the file of that key (--new-key, or secret.key.next in the data folder).',
    );
  await installations.updateOne(
    { _id: 'installation' },
    { $set: { nextSecretFingerprint: next.fingerprint } },
  );
  return stored.nextSecretFingerprint === undefined ? 'begun' : 'goes-on';
}

/** Takes back what was just begun, while nothing is sealed by the new key. */
export async function abandonSecretKeyChange({ store }: Sealed): Promise<void> {
  await installationModel(store).updateOne(
    { _id: 'installation' },
    { $unset: { nextSecretFingerprint: '' } },
  );
}

/** From here on the key is `next`. */
export async function settleSecretKeyChange({ store }: Sealed, next: SecretBox): Promise<void> {
  await installationModel(store).updateOne(
    { _id: 'installation' },
    { $set: { secretFingerprint: next.fingerprint } },
  );
}

/** Ends the change once the file of the key is in its place; true when there was one to end. */
export async function endSecretKeyChange({ store }: Sealed, key: SecretBox): Promise<boolean> {
  const { fingerprint } = key;
  const ended = await installationModel(store).updateOne(
    { _id: 'installation', secretFingerprint: fingerprint, nextSecretFingerprint: fingerprint },
    { $unset: { nextSecretFingerprint: '' } },
  );
  return ended.matchedCount > 0;
}
