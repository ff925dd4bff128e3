import { verifyLog } from '../audit/index.ts';
import { type Config, plans, readConfig } from '../config.ts';
import {
  type ApiKeyRecord,
  apiKeyKind,
  createApiKey,
  hasEnded,
  type KeyScope,
  organizationKind,
  revokeApiKey,
  rotateApiKey,
  setPlan,
  systemContext,
  userKind,
} from '../identity/index.ts';
import { AppError, type Ctx, createLog, type World } from '../kernel/index.ts';
import { findResource, listResources, storedFilter } from '../resources/index.ts';
import { openWorld } from '../world.ts';

export interface InOrganization {
  organization?: string;
}

type Print = (text: string) => void;

export function listKeys(options: InOrganization & { all?: boolean }, print: Print): Promise<void> {
  return inOrganization(options, async (ctx) => {
    const { items } = await listResources(ctx, apiKeyKind);
    for (const key of items) {
      if (options.all || !hasEnded(key, ctx.clock.now())) print(lineOf(key, ctx.clock.now()));
    }
  });
}

export function createKey(name: string, options: KeyOptions, print: Print): Promise<void> {
  return inOrganization(options, async (ctx) => {
    const { record, key } = await createApiKey(ctx, null, {
      displayName: name,
      kind: options.user === undefined ? 'organization' : 'personal',
      userId: options.user === undefined ? null : await userIdOf(ctx, options.user),
      teamIds: options.team ?? null,
      scopes: options.scope?.map(scopeOf) ?? null,
      expiresAt: options.expires ?? null,
    });
    print(`${key}\n${lineOf(record, ctx.clock.now())}`);
  });
}

export function rotateKey(
  id: string,
  options: InOrganization & { oldValidFor: string },
  print: Print,
): Promise<void> {
  return inOrganization(options, async (ctx) => {
    const { record, key } = await rotateApiKey(ctx, null, id, minutesOf(options.oldValidFor));
    print(`${key}\n${lineOf(record, ctx.clock.now())}`);
  });
}

export function revokeKey(id: string, options: InOrganization, print: Print): Promise<void> {
  return inOrganization(options, async (ctx) =>
    print(lineOf(await revokeApiKey(ctx, null, id), ctx.clock.now())),
  );
}

export function listOrganizations(print: Print): Promise<void> {
  return withWorld(async (world, { plan }) => {
    const all = await organizationKind.model(world.store).find().sort({ createdAt: 1 }).lean();
    for (const { _id, wire, internal } of all)
      print(`${_id}  ${internal.plan ?? plan}  ${wire.displayName}`);
  });
}

export function changePlan(id: string, plan: string, print: Print): Promise<void> {
  return withWorld(async (world) => {
    const known = plans.find((one) => one === plan.toUpperCase());
    if (!known && plan !== 'default')
      throw new Error(`${plan} is not a plan; use ${plans.join(', ')} or default.`);
    const { wire, internal } = await setPlan(world, id, known ?? null);
    print(`${id}  ${internal.plan ?? 'plan of the server'}  ${wire.displayName}`);
  });
}

/** False when something was altered. */
export async function verifyAudit(options: InOrganization, print: Print): Promise<boolean> {
  let isSound = true;
  await inOrganization(options, async (ctx) => {
    const { entries, faults, head } = await verifyLog(ctx, ctx.organizationId);
    for (const fault of faults) print(fault);
    print(
      `${entries} entries, ${faults.length === 0 ? 'untouched' : `${faults.length} fault(s)`}.`,
    );
    if (head)
      print(
        `Head: ${head.sequence} ${head.hash} (store it elsewhere: it lets you detect a truncated log later)`,
      );
    isSound = faults.length === 0;
  });
  return isSound;
}

export interface KeyOptions extends InOrganization {
  user?: string;
  team?: string[];
  scope?: string[];
  expires?: string;
}

async function inOrganization(
  options: InOrganization,
  work: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  await withWorld(async (world) => {
    const wanted = options.organization
      ? { _id: options.organization.toLowerCase() }
      : { 'internal.bootstrap': true };
    const organization = await organizationKind
      .model(world.store)
      .findOne(storedFilter(organizationKind, wanted))
      .lean();
    if (!organization)
      throw new Error('There is no such organization; run tocsin organizations list.');
    await work(systemContext(world, organization._id, 'command-line'));
  });
}

async function withWorld(work: (world: World, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const world = await openWorld(config, { log: createLog('error') });
  try {
    await work(world, config);
  } finally {
    await world.store.close();
  }
}

function lineOf({ id, wire, internal }: ApiKeyRecord, now: Date): string {
  const reach =
    wire.scopes?.map(({ resource, permissions }) => `${resource}:${permissions}`).join(' ') ??
    'everything';
  const end = internal.revokedAt
    ? `revoked ${internal.revokedAt.toISOString()}`
    : wire.expiresAt
      ? `${hasEnded({ wire, internal }, now) ? 'ended' : 'ends'} ${wire.expiresAt}`
      : 'no expiry';
  const used = internal.lastUsedAt ? `used ${internal.lastUsedAt.toISOString()}` : 'never used';
  return `${id}  ${internal.prefix}…${internal.last4}  ${wire.kind}  ${reach}  ${end}  ${used}  ${wire.displayName}`;
}

async function userIdOf(ctx: Ctx, email: string): Promise<string> {
  const user = await findResource(ctx, userKind, { 'lookup.email': email.toLowerCase() });
  if (!user) throw new AppError('not-found', `There is no user with the address ${email}.`);
  return user.id;
}

function scopeOf(text: string): KeyScope {
  const [resource = '', permissions = ''] = text.split(':');
  if (!/^[a-z-]+:[a-z]+(,[a-z]+)*$/.test(text))
    throw new Error(
      `${text} is not a scope; write resource:permissions, such as incidents:get,list.`,
    );
  return { resource, permissions: permissions.split(',') };
}

function minutesOf(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error('--old-valid-for takes whole minutes.');
  return Number(text);
}
