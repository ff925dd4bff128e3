import { AppError, orderedId, systemContext, type World } from '../kernel/index.ts';
import { createResource, storedFilter, updateResource } from '../resources/index.ts';
import { apiKeyKind, createApiKey } from './api-keys.ts';
import { generateKey, hashKey } from './key-format.ts';
import { installationModel } from './model.ts';
import { organizationKind } from './organization-kind.ts';
import { ensureOwner } from './people.ts';
import { demandOwnSecretKey } from './secret-key-change.ts';

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
  await claimSecretKey(world);
  const organization = await ensureOrganization(world, options.organization);
  const ctx = systemContext(world, organization.id, 'first-start');
  const owner = await ensureOwner(ctx, options.ownerEmail);
  if (organization.billableUserId === null)
    await updateResource(ctx, organizationKind, organization.id, ({ wire, internal }) => ({
      wire: { ...wire, billableUserId: wire.billableUserId ?? owner.id },
      internal,
    }));
  const generatedKey = await ensureKey(world, organization.id, options.apiKey);
  return {
    organization: { id: organization.id, displayName: organization.displayName },
    ownerEmail: owner.wire.email,
    generatedKey,
  };
}

/** The first process says whose key it is; the others have to have the same. */
async function claimSecretKey(world: World): Promise<void> {
  await installationModel(world.store).updateOne(
    { _id: 'installation' },
    {
      $setOnInsert: {
        secretFingerprint: world.secrets.fingerprint,
        createdAt: world.clock.now(),
      },
    },
    { upsert: true },
  );
  await demandOwnSecretKey(world);
}

interface FirstOrganization {
  id: string;
  displayName: string;
  billableUserId: string | null;
}

async function ensureOrganization(world: World, displayName: string): Promise<FirstOrganization> {
  const existing = await firstOrganization(world);
  if (existing) return existing;
  const id = orderedId(world.clock.now().getTime());
  try {
    await createResource(
      systemContext(world, id, 'first-start'),
      organizationKind,
      { displayName },
      { id, internal: { bootstrap: true } },
    );
    return { id, displayName, billableUserId: null };
  } catch (error) {
    const winner = error instanceof AppError && (await firstOrganization(world));
    if (!winner) throw error;
    return winner;
  }
}

async function firstOrganization(world: World): Promise<FirstOrganization | null> {
  const found = await organizationKind
    .model(world.store)
    .findOne(storedFilter(organizationKind, { 'internal.bootstrap': true }))
    .lean();
  if (!found) return null;
  const { displayName, billableUserId } = found.wire;
  return { id: found._id, displayName, billableUserId };
}

async function ensureKey(
  world: World,
  organizationId: string,
  given: string | undefined,
): Promise<string | undefined> {
  const keys = apiKeyKind.model(world.store);
  if (!given && (await keys.exists(storedFilter(apiKeyKind, { organizationId })))) return undefined;
  const key = given ?? generateKey();
  if (await keys.exists(storedFilter(apiKeyKind, { 'internal.hash': hashKey(key) })))
    return undefined;
  const ctx = systemContext(world, organizationId, 'first-start');
  try {
    await createApiKey(ctx, null, { displayName: 'First start', kind: 'organization' }, key);
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return undefined;
    throw error;
  }
  return given ? undefined : key;
}
