import { headsWritten } from '../audit/index.ts';
import { type Config, readConfig } from '../config.ts';
import { demandOwnSecretKey, organizationKind } from '../identity/index.ts';
import { type Ctx, createLog, systemContext, type World } from '../kernel/index.ts';
import { storedFilter } from '../resources/index.ts';
import { openWorld } from '../world.ts';

export interface InOrganization {
  organization?: string;
}

export type Print = (text: string) => void;

/** Works on the database of the server, whether or not the server runs. */
export async function withWorld(
  work: (world: World, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const world = await openWorld(config, { log: createLog('error') });
  try {
    await demandOwnSecretKey(world);
    await work(world, config);
  } finally {
    await headsWritten(world);
    await world.store.close();
  }
}

/** Works in one organization: the one that is named, else that of the first start. */
export async function inOrganization(
  options: InOrganization,
  work: (ctx: Ctx, config: Config) => Promise<void>,
): Promise<void> {
  await withWorld(async (world, config) => work(await contextIn(world, options), config));
}

/** In the organization that is named, else in that of the first start. */
export async function contextIn(world: World, options: InOrganization): Promise<Ctx> {
  const wanted = options.organization
    ? { _id: options.organization.toLowerCase() }
    : { 'internal.bootstrap': true };
  const organization = await organizationKind
    .model(world.store)
    .findOne(storedFilter(organizationKind, wanted))
    .lean();
  if (!organization)
    throw new Error('There is no such organization; run tocsin organizations list.');
  return systemContext(world, organization._id, 'command-line');
}
