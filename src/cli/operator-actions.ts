import { plans } from '../config.ts';
import {
  type ApiKeyRecord,
  type ApiKeyWire,
  agentDaysMax,
  apiKeyKind,
  createApiKey,
  hasEnded,
  organizationKind,
  revokeApiKey,
  rotateApiKey,
  setPlan,
  userByEmail,
} from '../identity/index.ts';
import { AppError, type Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { type InOrganization, inOrganization, type Print, withWorld } from './operator-world.ts';
import { parseScopes } from './scopes.ts';
import { printJson } from './terminal.ts';

export function listKeys({ all, json, ...options }: KeyListOptions, print: Print): Promise<void> {
  return inOrganization(options, async (ctx) => {
    const { items } = await listResources(ctx, apiKeyKind);
    const shown = items.filter((key) => all || !hasEnded(key, ctx.clock.now()));
    if (json) {
      const keys = shown.map(({ id, wire, internal }) => ({
        id,
        ...wire,
        prefix: internal.prefix,
        last4: internal.last4,
        lastUsedAt: internal.lastUsedAt ?? null,
        revokedAt: internal.revokedAt ?? null,
      }));
      printJson({ print }, keys);
      return;
    }
    for (const key of shown) print(lineOf(key, ctx.clock.now()));
  });
}

export function createKey(name: string, options: KeyOptions, print: Print): Promise<void> {
  return inOrganization(options, async (ctx) => {
    const { record, key } = await createApiKey(ctx, null, {
      displayName: name,
      kind: 'organization',
      userId: null,
      teamIds: options.team ?? null,
      scopes: options.scope ? await parseScopes(options.scope) : null,
      expiresAt: options.expires ?? null,
      agent: null,
      ...(options.user !== undefined && {
        kind: 'personal',
        userId: await userIdOf(ctx, options.user),
      }),
      ...(options.agent !== undefined && (await agentOf(ctx, options, options.agent))),
    });
    print(`${key}\n${lineOf(record, ctx.clock.now())}`);
  });
}

/** Unless said otherwise, an agent reads and tries, for as long as a key of one may last. */
async function agentOf(
  ctx: Ctx,
  { scope, expires, acknowledge, resolve, payloads }: KeyOptions,
  email: string,
) {
  const latest = new Date(ctx.clock.now().getTime() + agentDaysMax * 86_400_000);
  return {
    kind: 'agent' as const,
    scopes: await parseScopes(scope ?? readingScopes),
    expiresAt: expires ?? latest.toISOString(),
    agent: {
      ownerId: await userIdOf(ctx, email),
      mayAcknowledge: acknowledge ?? [],
      mayResolve: resolve ?? [],
      readsPayloads: payloads ?? false,
    },
  };
}

const readingScopes = [
  ...['incidents', 'incident-report', 'teams', 'services', 'on-call-schedules'],
  ...['escalation-policies', 'routings', 'silences', 'inbound-integrations'],
  ...['inbound-integration-mappings', 'service-maintenance', 'status-pages'],
]
  .map((resource) => `${resource}:get,list`)
  .concat('on-call:get', 'coverage:get');

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

export function listOrganizations({ json }: { json?: boolean }, print: Print): Promise<void> {
  return withWorld(async (world, { plan }) => {
    const all = await organizationKind.model(world.store).find().sort({ createdAt: 1 }).lean();
    if (json) {
      const shown = all.map(({ _id, wire, internal }) => ({
        id: _id,
        displayName: wire.displayName,
        plan: internal.plan ?? plan,
      }));
      printJson({ print }, shown);
      return;
    }
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

export interface KeyListOptions extends InOrganization {
  all?: boolean;
  json?: boolean;
}

type AgentSeverity = NonNullable<NonNullable<ApiKeyWire['agent']>['mayResolve']>[number];

export interface KeyOptions extends InOrganization {
  user?: string;
  agent?: string;
  acknowledge?: AgentSeverity[];
  resolve?: AgentSeverity[];
  payloads?: boolean;
  team?: string[];
  scope?: string[];
  expires?: string;
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
  const user = await userByEmail(ctx, email);
  if (!user) throw new AppError('not-found', say('noUserWithAddress', { email }));
  return user.id;
}

function minutesOf(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error('--old-valid-for takes whole minutes.');
  return Number(text);
}
