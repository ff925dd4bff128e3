import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  type HeadCopy,
  headOf,
  headsWritten,
  isDeletionRecorded,
  parseHeads,
  toHeadCopy,
  verifyLog,
} from '../audit/index.ts';
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

/** Commands for operators. They work on the server's database, whether or not the server runs. */
export function addOperatorCommands(tocsin: Command, print: (text: string) => void): void {
  const keys = tocsin.command('keys').description('manage API keys without the API');
  const organizationOption = [
    '--organization <id>',
    'default: the organization that the first start created',
  ] as const;

  keys
    .command('list')
    .option(...organizationOption)
    .option('--all', 'include revoked and expired keys')
    .description('list the keys of an organization')
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
    .option('--user <email>', 'create a personal key for this user')
    .option('--team <id...>', 'limit the key to these teams')
    .option('--scope <scope...>', 'limit the key to these scopes, such as incidents:get,list')
    .option('--expires <moment>', 'expiry date and time, such as 2027-03-01T00:00:00Z')
    .description('create a key and print it; it is not shown again')
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
    .option('--old-valid-for <minutes>', 'how long both keys work', '1440')
    .description('create a successor and print it; the old key works for a while')
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
    .description('revoke a key immediately')
    .action((id: string, options: InOrganization) =>
      inOrganization(options, async (ctx) =>
        print(lineOf(await revokeApiKey(ctx, null, id), ctx.clock.now())),
      ),
    );

  const organizations = tocsin
    .command('organizations')
    .description('list organizations and set their plans');

  organizations
    .command('list')
    .description('list all organizations of this server')
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
    .argument('<plan>', `${plans.join(', ')}, or default for the plan of the server`)
    .description('set the plan of an organization')
    .action((id: string, plan: string) =>
      withWorld(async (world) => {
        const known = plans.find((one) => one === plan.toUpperCase());
        if (!known && plan !== 'default')
          throw new Error(`${plan} is not a plan; use ${plans.join(', ')} or default.`);
        const { wire, internal } = await setPlan(world, id, known ?? null);
        print(`${id}  ${internal.plan ?? 'plan of the server'}  ${wire.displayName}`);
      }),
    );

  const audit = tocsin.command('audit').description('check the audit log');
  const everyOrganization = ['--organization <id>', 'default: all of them'] as const;

  audit
    .command('head')
    .option(...everyOrganization)
    .description('print the signed heads as JSON lines, to be kept elsewhere')
    .action((options: InOrganization) =>
      withWorld(async (world) => {
        for (const { _id } of await organizationsFor(world, options)) {
          const head = await headOf(world, _id);
          if (head === null || head === 'forged')
            throw new Error(`The signed head of ${_id} is missing or altered; run audit verify.`);
          print(JSON.stringify(toHeadCopy(head)));
        }
      }),
    );

  audit
    .command('verify')
    .option(...everyOrganization)
    .option('--head <file>', 'JSON lines of audit head or of the process log, kept elsewhere')
    .description('recompute the whole chains; exit code 1 when something was altered')
    .action((options: InOrganization & { head?: string }) =>
      withWorld(async (world) => {
        const organizations = await organizationsFor(world, options);
        const copies = options.head === undefined ? [] : await readHeads(options.head);
        const ids = new Set(organizations.map(({ _id }) => _id));
        let faultsTotal = 0;
        for (const { _id, wire } of organizations) {
          const own = copies.filter(({ organizationId }) => organizationId === _id);
          const { entries, faults, notes, head } = await verifyLog(world, _id, own);
          faultsTotal += faults.length;
          print(
            `${_id}  ${wire.displayName}: ${entries} entries, ${faults.length === 0 ? 'untouched' : `${faults.length} fault(s)`}.`,
          );
          for (const text of [...faults, ...notes]) print(`  ${text}`);
          if (own.length > 0 && faults.length === 0)
            print(`  Contains ${own.length - notes.length} of ${own.length} head(s) of your copy.`);
          if (head) print(`  Head: ${JSON.stringify({ organizationId: _id, ...head })}`);
        }
        const elsewhere = copies.map((copy) => copy.organizationId).filter((id) => !ids.has(id));
        for (const id of options.organization === undefined ? new Set(elsewhere) : []) {
          const isDeleted = await isDeletionRecorded(world, [...ids], id);
          if (!isDeleted) faultsTotal += 1;
          print(
            isDeleted
              ? `${id}  was deleted with its log, which the log of another organization tells.`
              : `${id}  has a head in your copy, but no log here, and no entry tells that it was deleted: it was removed.`,
          );
        }
        if (copies.length === 0)
          print(
            'An end that was cut off together with an old head put back cannot be seen from here: keep the heads elsewhere and compare with --head.',
          );
        if (faultsTotal > 0) process.exitCode = 1;
      }),
    );
}

/** All organizations of the server, or the one that is named. */
async function organizationsFor(world: World, { organization }: InOrganization) {
  const all = await organizationKind.model(world.store).find().sort({ createdAt: 1 }).lean();
  const wanted = all.filter(
    ({ _id }) => organization === undefined || _id === organization.toLowerCase(),
  );
  if (wanted.length === 0)
    throw new Error('There is no such organization; see tocsin organizations list.');
  return wanted;
}

async function readHeads(file: string): Promise<HeadCopy[]> {
  const copies = parseHeads(await readFile(file, 'utf8'));
  if (copies.length === 0)
    throw new Error(`${file} holds no head; give it the lines that tocsin audit head prints.`);
  return copies;
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
    await headsWritten(world);
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
