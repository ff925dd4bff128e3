import type { Command } from 'commander';
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

interface InOrganization {
  organization?: string;
}

/** Commands for whoever runs the server: they work on its database, whether it runs or not. */
export function addOperatorCommands(tocsin: Command, print: (text: string) => void): void {
  const keys = tocsin.command('keys').description('API keys, beside the API');
  const organizationOption = [
    '--organization <id>',
    'default: the one of the first start',
  ] as const;

  keys
    .command('list')
    .option(...organizationOption)
    .option('--all', 'also those that were revoked or have ended')
    .description('show the keys of an organization')
    .action((options: InOrganization & { all?: boolean }) =>
      inOrganization(options, async (ctx) => {
        const { items } = await listResources(ctx, apiKeyKind);
        for (const key of items) {
          if (options.all || !hasEnded(key, ctx.clock.now())) print(lineOf(key, ctx.clock.now()));
        }
      }),
    );

  keys
    .command('create')
    .argument('<name>', 'display name')
    .option(...organizationOption)
    .option('--user <email>', 'a personal key of this user')
    .option('--team <id...>', 'only for these teams')
    .option('--scope <scope...>', 'only for these, such as incidents:get,list')
    .option('--expires <moment>', 'date and time, such as 2027-03-01T00:00:00Z')
    .description('make a key and print it, for the only time')
    .action((name: string, options: KeyOptions) =>
      inOrganization(options, async (ctx) => {
        const { record, key } = await createApiKey(ctx, null, {
          displayName: name,
          kind: options.user === undefined ? 'organization' : 'personal',
          userId: options.user === undefined ? null : await userIdOf(ctx, options.user),
          teamIds: options.team ?? null,
          scopes: options.scope?.map(scopeOf) ?? null,
          expiresAt: options.expires ?? null,
        });
        print(`${key}\n${lineOf(record, ctx.clock.now())}`);
      }),
    );

  keys
    .command('rotate')
    .argument('<id>', 'id of the key')
    .option(...organizationOption)
    .option('--old-valid-for <minutes>', 'how long both work', '1440')
    .description('make a successor and print it; the old key works for a while')
    .action((id: string, options: InOrganization & { oldValidFor: string }) =>
      inOrganization(options, async (ctx) => {
        const { record, key } = await rotateApiKey(ctx, null, id, minutesOf(options.oldValidFor));
        print(`${key}\n${lineOf(record, ctx.clock.now())}`);
      }),
    );

  keys
    .command('revoke')
    .argument('<id>', 'id of the key')
    .option(...organizationOption)
    .description('end a key at once')
    .action((id: string, options: InOrganization) =>
      inOrganization(options, async (ctx) =>
        print(lineOf(await revokeApiKey(ctx, null, id), ctx.clock.now())),
      ),
    );

  const organizations = tocsin
    .command('organizations')
    .description('organizations and their plans');

  organizations
    .command('list')
    .description('show all organizations of this server')
    .action(() =>
      withWorld(async (world, { plan }) => {
        const all = await organizationKind.model(world.store).find().sort({ createdAt: 1 }).lean();
        for (const { _id, wire, internal } of all)
          print(`${_id}  ${internal.plan ?? plan}  ${wire.displayName}`);
      }),
    );

  organizations
    .command('plan')
    .argument('<id>', 'id of the organization')
    .argument('<plan>', `${plans.join(', ')}, or default for that of the server`)
    .description('say which plan an organization has')
    .action((id: string, plan: string) =>
      withWorld(async (world) => {
        const known = plans.find((one) => one === plan.toUpperCase());
        if (!known && plan !== 'default')
          throw new Error(`${plan} is no plan; use ${plans.join(', ')} or default.`);
        const { wire, internal } = await setPlan(world, id, known ?? null);
        print(`${id}  ${internal.plan ?? 'plan of the server'}  ${wire.displayName}`);
      }),
    );

  tocsin
    .command('audit')
    .description('the audit log')
    .command('verify')
    .option(...organizationOption)
    .description('recompute the whole chain; exit code 1 when something was altered')
    .action((options: InOrganization) =>
      inOrganization(options, async (ctx) => {
        const { entries, faults, head } = await verifyLog(ctx, ctx.organizationId);
        for (const fault of faults) print(fault);
        print(
          `${entries} entries, ${faults.length === 0 ? 'untouched' : `${faults.length} fault(s)`}.`,
        );
        if (head)
          print(
            `Head: ${head.sequence} ${head.hash} (keep it elsewhere: it shows a cut end later)`,
          );
        if (faults.length > 0) process.exitCode = 1;
      }),
    );
}

interface KeyOptions extends InOrganization {
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
      throw new Error('There is no such organization; see tocsin organizations list.');
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
      : 'without end';
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
    throw new Error(`${text} is no scope; write resource:permissions, such as incidents:get,list.`);
  return { resource, permissions: permissions.split(',') };
}

function minutesOf(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error('--old-valid-for takes whole minutes.');
  return Number(text);
}
