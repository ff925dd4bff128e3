import { AppError, orderedId, type World } from '../kernel/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { generateKey, hashKey, keyHints } from './key-format.ts';
import { apiKeyModel, installationModel, type OrganizationDocument, organizationModel } from './model.ts';
import { ensureOwner } from './people.ts';

export interface BootstrapOptions {
  organization: string;
  ownerEmail: string;
  apiKey: string | undefined;
}

export interface BootstrapResult {
  organization: { id: string; displayName: string };
  ownerEmail: string;
  /** Only at the start that made it; never to be seen again. */
  generatedKey: string | undefined;
}

/**
 * Makes the organization, its Owner and an API key at the first start, and only what is missing at
 * later ones. A key given by the operator is the same key at every start. Throws when the stored
 * secrets were sealed with another secret key.
 */
export async function bootstrap(world: World, options: BootstrapOptions): Promise<BootstrapResult> {
  await demandSameSecretKey(world);
  const organization = await ensureOrganization(world, options.organization);
  const owner = await ensureOwner(world, organization._id, options.ownerEmail);
  if (!organization.billableUserId)
    await organizationModel(world.store).updateOne(
      { _id: organization._id, billableUserId: null },
      { $set: { billableUserId: owner.id } },
    );
  const generatedKey = await ensureKey(world, organization._id, options.apiKey);
  return {
    organization: { id: organization._id, displayName: organization.displayName },
    ownerEmail: owner.email,
    generatedKey,
  };
}

async function demandSameSecretKey(world: World): Promise<void> {
  const { fingerprint } = world.secrets;
  const stored = await installationModel(world.store).findOneAndUpdate(
    { _id: 'installation' },
    { $setOnInsert: { secretFingerprint: fingerprint, createdAt: world.clock.now() } },
    { upsert: true, returnDocument: 'after', lean: true },
  );
  if (stored && stored.secretFingerprint !== fingerprint)
    throw new AppError(
      'internal',
      'This database was set up with another secret key: give TOCSIN_SECRET_KEY the key of the ' +
        'other processes, or put their secret.key file into the data folder.',
    );
}

async function ensureOrganization(world: World, displayName: string): Promise<OrganizationDocument> {
  const organizations = organizationModel(world.store);
  const existing = await organizations.findOne({ bootstrap: true }).lean();
  if (existing) return existing;
  const now = world.clock.now();
  const fresh: OrganizationDocument = {
    _id: orderedId(now.getTime()),
    displayName,
    rootOrganizationId: null,
    plan: null,
    billableUserId: null,
    auditRetentionDays: null,
    bootstrap: true,
    createdAt: now,
    updatedAt: now,
  };
  try {
    await organizations.create([fresh]);
    return fresh;
  } catch (error) {
    const winner = isDuplicateKey(error) && (await organizations.findOne({ bootstrap: true }).lean());
    if (!winner) throw error;
    return winner;
  }
}

async function ensureKey(
  world: World,
  organizationId: string,
  given: string | undefined,
): Promise<string | undefined> {
  const keys = apiKeyModel(world.store);
  if (!given && (await keys.exists({ organizationId }))) return undefined;
  const key = given ?? generateKey();
  const hash = hashKey(key);
  if (await keys.exists({ hash })) return undefined;
  const now = world.clock.now();
  try {
    await keys.create([
      {
        _id: orderedId(now.getTime()),
        organizationId,
        displayName: 'First start',
        kind: 'organization',
        userId: null,
        teamIds: null,
        scopes: null,
        hash,
        ...keyHints(key),
        createdAt: now,
        createdBy: 'system',
        expiresAt: null,
        lastUsedAt: null,
        lastUsedIp: null,
        revokedAt: null,
        rotatedFrom: null,
      },
    ]);
  } catch (error) {
    if (isDuplicateKey(error, 'hash')) return undefined;
    throw error;
  }
  return given ? undefined : key;
}
