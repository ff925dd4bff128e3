import type { Account } from '../../../accounts/index.ts';
import type { OperationHandler, OperationRequest } from '../../../http/index.ts';
import { organizationKind, speechOf, userKind } from '../../../identity/index.ts';
import { filterOf, getResource, listResources } from '../../../resources/index.ts';
import { endSession, idTokenOf, noSessionCookie, sessionCookie } from '../../../sessions/index.ts';
import { isSilentAt, shadowRunKind } from '../../../shadow/index.ts';
import { teamKind, teamMembershipKind } from '../../../teams/index.ts';
import { accountOfSession, otherPeople, type Parts } from '../parts.ts';
import { switchOrganization } from '../switch-organization.ts';
import type { Traits } from '../traits.ts';
import { type SignedIn, signedIn, type Visitor } from '../visitor.ts';
import { sessionView } from './session-view.ts';

type Handlers = Record<string, OperationHandler<Visitor, Traits>>;

export function meOperations(parts: Parts): Handlers {
  return {
    getMe: async (visitor) => ({ status: 200, body: await me(signedIn(parts.world, visitor)) }),

    async switchOrganization(visitor, request) {
      const { organizationId } = bodyOf<{ organizationId: string }>(request);
      const before = signedIn(parts.world, visitor);
      const { token, session } = await switchOrganization(parts, before, organizationId);
      const body = { organization: { id: session.organizationId } };
      return { status: 200, headers: { 'set-cookie': sessionCookie(token, session) }, body };
    },

    async signOut(visitor) {
      const { active, ctx } = signedIn(parts.world, visitor);
      const { session } = active;
      await endSession(parts.world, session, { reason: 'signed out', by: ctx });
      const { oidc } = session;
      const idToken = idTokenOf(parts.world, session);
      const providerUrl =
        oidc && (await parts.singleSignOn.signOutUrl({ connectionId: oidc.connectionId, idToken }));
      return { status: 200, headers: { 'set-cookie': noSessionCookie() }, body: { providerUrl } };
    },
  };

  async function me({ active, ctx }: SignedIn) {
    const { session, person, standing } = active;
    const [organization, user, teams, shadowRuns, account, others, view] = await Promise.all([
      getResource(ctx, organizationKind, ctx.organizationId),
      getResource(ctx, userKind, person.id),
      ownTeams(ctx, person.id),
      silentTeams(ctx),
      accountOfSession(parts, active),
      otherPeople(parts, active),
      sessionView(parts, session, session.id),
    ]);
    const { language } = speechOf(user.wire, organization.wire.language);
    return {
      person: { ...person, language, region: user.wire.region ?? null },
      organization: {
        id: organization.id,
        displayName: organization.wire.displayName,
        codeOnly: active.codeOnly,
      },
      organizationRole: standing.organizationRole,
      teams,
      shadowRuns,
      session: view,
      account: account && accountView(account),
      otherOrganizations: others.map(({ organizationId, organizationName }) => ({
        id: organizationId,
        displayName: organizationName,
      })),
    };
  }
}

/** Teams in sight whose people another product tells now. */
async function silentTeams(ctx: SignedIn['ctx']) {
  const { items } = await listResources(ctx, shadowRunKind);
  const silent = items.filter((run) => isSilentAt(run, ctx.clock.now()));
  if (silent.length === 0) return [];
  const teams = await listResources(ctx, teamKind);
  const names = new Map(teams.items.map(({ id, wire }) => [id, wire.displayName]));
  return silent.flatMap(({ id, wire: { product, until, teamIds } }) => {
    const seen = teamIds.flatMap((team) => names.get(team.toLowerCase()) ?? []);
    return seen.length === 0 ? [] : { id, product, until, teams: seen };
  });
}

/** Teams with a role of the person's own; those that an organization role opens are not among them. */
async function ownTeams(ctx: SignedIn['ctx'], userId: string) {
  const [memberships, teams] = await Promise.all([
    listResources(
      ctx,
      teamMembershipKind,
      filterOf(teamMembershipKind, { UserId: userId }, 'whole'),
    ),
    listResources(ctx, teamKind),
  ]);
  const names = new Map(teams.items.map(({ id, wire }) => [id, wire.displayName]));
  return memberships.items.flatMap(({ teamId, wire }) => {
    const displayName = names.get(teamId ?? '');
    return displayName === undefined ? [] : { id: teamId, displayName, role: wire.role };
  });
}

export function passkeysView({ passkeys }: Account) {
  return passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
    ...passkey,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

function accountView(account: Account) {
  const { email, isEmailVerified, hasPassword, hasTotp, recoveryCodesLeft } = account;
  const passkeys = passkeysView(account);
  return { email, isEmailVerified, hasPassword, hasTotp, recoveryCodesLeft, passkeys };
}

/** The body as the document describes it, which it was compared with. */
export function bodyOf<Body>({ body }: OperationRequest<Traits>): Body {
  return body as Body;
}
