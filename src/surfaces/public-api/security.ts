import { type Arrival, tooMany } from '../../http/index.ts';
import {
  type AgentsOperation,
  type ApiKey,
  actorOf,
  agentActsOf,
  agentMay,
  authenticateKey,
  demandAgentMay,
  isProvisioningCall,
  keyFromHeaders,
  planOf,
} from '../../identity/index.ts';
import { AppError, type ChangeSource, type TeamAccess, type World } from '../../kernel/index.ts';
import { refusal, say } from '../../sentences/index.ts';
import {
  type ActiveSession,
  contextOf,
  demandSameOrigin,
  isRecentSignIn,
  sessionOf,
  tokenFromCookies,
} from '../../sessions/index.ts';
import { type Standing, standingOf } from '../../teams/index.ts';
import { agentUseOf } from './agent-use.ts';
import type { ApiCaller, ApiDependencies } from './caller.ts';
import { demandOwnOrganization } from './demand-own-organization.ts';
import type { ApiOperation, RequiredRole } from './traits.ts';

const organizationRanks = { Member: 1, Administrator: 2, Owner: 3 } as const;
const neededRanks: Partial<Record<RequiredRole, number>> = {
  'organization-member': 1,
  'organization-administrator': 2,
  'organization-owner': 3,
};

export interface AuthenticatorOptions extends ApiDependencies {
  world: World;
  /** Plan of organizations that have no plan of their own. */
  defaultPlan: string;
}

/**
 * Finds out whose request it is and whether this operation is for them: key or session, plan, kind of key, scope,
 * organization role. Requests without a valid key or session are counted by address. Team roles are checked against the
 * object's team where the object is read or written (`resources`), by the `teams` put into the context here.
 * Throws 401, 403, and 429.
 */
export function createAuthenticator(options: AuthenticatorOptions) {
  const { world, defaultPlan, ...dependencies } = options;
  const refuse = refuserOf(world, dependencies);
  return async (operation: ApiOperation, arrival: Arrival): Promise<ApiCaller> => {
    const { headers } = arrival;
    const shared = { defaultPlan, dependencies, path: pathOf(arrival) };
    if (operation.requiredRole === 'none') return { ...nobody(world, arrival), ...shared };
    const key = keyFromHeaders(headers);
    // Browsers send cookies unasked: a key that somebody sent on purpose wins.
    const token = key === undefined ? tokenFromCookies(headers) : undefined;
    const counted = (error: unknown) => refuse(error, arrival);
    const caller =
      token === undefined
        ? byKey(world, operation, arrival, {
            key: await authenticateKey(world, key, arrival.address).catch(counted),
            defaultPlan,
          })
        : bySession(world, operation, arrival, {
            active: await authenticateSession(
              world,
              { token, method: operation.method, publicUrl: dependencies.publicUrl() },
              arrival,
            ).catch(counted),
            defaultPlan,
          });
    const known = { ...(await caller), ...shared };
    // Where the document has the parameter, that is for what it is checked with.
    if (!operation.parameters.some(({ name }) => name === 'organizationId'))
      demandOwnOrganization(known, operation.operationId, organizationIdOf(arrival));
    return known;
  };
}

type Caller = Omit<ApiCaller, 'defaultPlan' | 'dependencies' | 'path'>;

async function byKey(
  world: World,
  operation: ApiOperation,
  { headers, requestId, through }: Arrival,
  { key, defaultPlan }: { key: ApiKey; defaultPlan: string },
): Promise<Caller> {
  const organization = await planOf(world, key.organizationId);
  if (!organization) throw new AppError('unauthenticated', say('keyOrganizationDeleted'));
  const plan = organization.plan ?? defaultPlan;
  // Whose key it is comes first: a person who is suspended is nobody, whatever they ask for.
  const [actor, standing] = await Promise.all([
    actorOf(world, key),
    key.kind === 'personal' && key.userId !== null
      ? standingOf(world, key.organizationId, key.userId)
      : null,
  ]);
  demandPlan(operation.plans, plan);
  demandKind(operation, key);
  demandScope(operation, key);
  demandAgentMay(key, agentsOperation(operation));
  demandOrganizationRole(operation, standing);
  const agent = agentActsOf(key);
  return {
    ...world,
    organizationId: key.organizationId,
    actor,
    source: sourceOf(headers, through),
    ...(through && { tool: through.tool }),
    ...(through?.client !== undefined && { client: through.client }),
    ...(agent && { agent }),
    teams: teamsOf(key, standing),
    ...((agent || isReadOnly(operation, key)) && { isReadOnly: true }),
    ...(!mayGiveRoles(key) && { givesNoRoles: true }),
    requestId,
    plan,
    key,
    session: null,
    callerId: key.id,
    organizationRole: standing?.organizationRole ?? null,
  };
}

function sourceOf(headers: Headers, through: Arrival['through']): ChangeSource {
  if (through) return 'Mcp';
  return isProvisioningCall(headers) ? 'InfrastructureAsCode' : 'ApiKey';
}

function agentsOperation(operation: ApiOperation): AgentsOperation {
  return { use: agentUseOf(operation), showsPayloads: operation.showsPayloads };
}

/** A person may do in a session what they may do with a personal key that is not restricted. */
async function bySession(
  world: World,
  operation: ApiOperation,
  { requestId }: Arrival,
  { active, defaultPlan }: { active: ActiveSession; defaultPlan: string },
): Promise<Caller> {
  const { session, standing } = active;
  const plan = active.plan ?? defaultPlan;
  demandPlan(operation.plansInSession, plan);
  if (operation.keyKinds && !operation.keyKinds.includes('personal'))
    throw new AppError('forbidden', say('keyKindNeeded', { kinds: operation.keyKinds }));
  demandOrganizationRole(operation, standing);
  if (operation.recentSignIn && !isRecentSignIn(session, world.clock.now()))
    throw refusal('sign-in-again', say('recentSignInNeeded'));
  return {
    ...world,
    ...contextOf(world, active, requestId),
    plan,
    key: null,
    session: active,
    callerId: session.userId,
    organizationRole: standing.organizationRole,
  };
}

async function authenticateSession(
  world: World,
  { token, method, publicUrl }: { token: string; method: string; publicUrl: string },
  { headers }: Arrival,
): Promise<ActiveSession> {
  demandSameOrigin(method.toUpperCase(), headers, publicUrl);
  const active = await sessionOf(world, token);
  if (active) return active;
  throw refusal('unauthenticated', say('sessionOver'));
}

/** As the query has it, in any letter case. */
function organizationIdOf({ url }: Arrival): string | undefined {
  const start = url.indexOf('?');
  if (start < 0) return undefined;
  const query = new URLSearchParams(url.slice(start + 1));
  return [...query].find(([name]) => name.toLowerCase() === 'organizationid')?.[1];
}

function pathOf({ url }: Arrival): string {
  return url.split('?', 1)[0] ?? '';
}

function refuserOf({ clock, log }: World, { limiter }: ApiDependencies) {
  /**
   * Counts a request without a valid key or session. Beyond the limit of its address it answers 429 and leaves no line
   * in the log.
   */
  return async (
    error: unknown,
    { requestId, address }: Pick<Arrival, 'requestId' | 'address'>,
  ): Promise<never> => {
    if (!(error instanceof AppError && error.code === 'unauthenticated')) throw error;
    const count = {
      scope: 'invalid-key',
      what: say('requestsWithoutKey'),
    };
    const verdict = await limiter.consume(count.scope, address, clock.now());
    if (!verdict.allowed) throw tooMany(limiter, count, verdict);
    log.warn({ requestId, address }, 'a request without a valid API key was refused');
    throw error;
  };
}

function nobody(world: World, { requestId }: Arrival): Caller {
  return {
    ...world,
    organizationId: '',
    actor: { kind: 'system' },
    source: 'ApiKey',
    teams: { see: [], edit: [] },
    requestId,
    plan: '',
    key: null,
    session: null,
    callerId: null,
    organizationRole: null,
  };
}

/** The members of a caller that decide which operations its key may use. */
export interface Rights extends Pick<ApiCaller, 'plan' | 'organizationRole'> {
  readonly key: Pick<ApiKey, 'kind' | 'teamIds' | 'scopes' | 'agent'> | null;
}

/** Whether an operation is for this caller's key at all; about which objects is decided where they are. */
export function mayCall(operation: ApiOperation, { key, plan, organizationRole }: Rights): boolean {
  if (!key) return false;
  const plans = operation.plans ?? [plan];
  return (
    plans.includes(plan) &&
    (operation.keyKinds ?? [key.kind]).includes(key.kind) &&
    !(operation.organizationWide && key.teamIds !== null) &&
    hasScope(operation, key) &&
    agentMay(key, agentsOperation(operation)) &&
    (key.kind !== 'personal' || hasRole(operation, organizationRole))
  );
}

/** Spec 5.1 rule 4 for the whole API, and the further demands of single operations. */
function demandPlan(plans: readonly string[] | undefined, plan: string): void {
  if (plans && !plans.includes(plan))
    throw refusal('plan-required', say('planNeeded', { plans, plan }));
}

function demandKind(operation: ApiOperation, key: ApiKey): void {
  if (operation.keyKinds && !operation.keyKinds.includes(key.kind))
    throw new AppError('forbidden', say('keyKindNeeded', { kinds: operation.keyKinds }));
  if (operation.organizationWide && key.teamIds !== null)
    throw new AppError('forbidden', say('wholeOrganizationKeyNeeded'));
}

/** A key whose scopes include no change of what the operation is about. */
function isReadOnly({ scope }: ApiOperation, { scopes }: ApiKey): boolean {
  const [resource] = scope?.split(':') ?? [];
  const changes = ['create', 'update'];
  return (
    scopes !== null &&
    !scopes.some(
      (one) =>
        one.resource === resource &&
        one.permissions.some((permission) => changes.includes(permission)),
    )
  );
}

/**
 * A key that may give roles may become anybody. No other key with scopes may become a person by what that person signs
 * in with.
 */
function mayGiveRoles({ scopes }: ApiKey): boolean {
  return (
    scopes === null ||
    scopes.some(
      ({ resource, permissions }) =>
        resource === 'organization-memberships' &&
        permissions.some((permission) => permission === 'create' || permission === 'update'),
    )
  );
}

function demandScope(operation: ApiOperation, key: ApiKey): void {
  if (operation.scope !== undefined && !hasScope(operation, key))
    throw new AppError('forbidden', say('scopeMissing', { scope: operation.scope }));
}

function hasScope({ scope }: ApiOperation, { scopes }: Pick<ApiKey, 'scopes'>): boolean {
  if (scopes === null || scope === undefined || scope === 'none') return true;
  // Deleting incidents is never part of a restricted key (public-api.md 1.3).
  if (scope === 'incidents:delete') return false;
  const [resource, permission = ''] = scope.split(':');
  return scopes.some((one) => one.resource === resource && one.permissions.includes(permission));
}

function demandOrganizationRole(operation: ApiOperation, standing: Standing | null): void {
  if (standing !== null && !hasRole(operation, standing.organizationRole))
    throw refusal(
      'forbidden',
      say('roleNeeded', { role: operation.requiredRole.replace('-', ' ') }),
    );
}

/** Calls for oneself need no role; whether it is one is known where the object is (`actingFor`). */
function hasRole(operation: ApiOperation, role: ApiCaller['organizationRole']): boolean {
  const needed = neededRanks[operation.requiredRole];
  if (needed === undefined || operation.selfService) return true;
  return role !== null && organizationRanks[role] >= needed;
}

/** A key for some teams never gives access to other teams, whatever the rights of its owner. */
function teamsOf(key: ApiKey, standing: Standing | null): TeamAccess {
  const own = standing?.teams ?? { see: 'all', edit: 'all' };
  if (key.teamIds === null) return own;
  const teamIds = key.teamIds.map((id) => id.toLowerCase());
  const within = (access: TeamAccess['see']) =>
    access === 'all' ? teamIds : access.filter((id) => teamIds.includes(id));
  return { see: within(own.see), edit: within(own.edit) };
}
