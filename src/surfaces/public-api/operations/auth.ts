import { idempotentRequest } from '../../../http/index.ts';
import { organizationKind } from '../../../identity/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { getResource, listResources } from '../../../resources/index.ts';
import { say } from '../../../sentences/index.ts';
import { teamKind } from '../../../teams/index.ts';
import { type Answer, type Handlers, ok } from '../handlers.ts';

export const authOperations = {
  getAuthMe: async (caller) => {
    const { actor, key, session } = caller;
    const [organization, teams] = await Promise.all([
      getResource(caller, organizationKind, caller.organizationId),
      listResources(caller, teamKind),
    ]);
    return ok({
      user:
        actor.kind === 'user'
          ? { id: actor.id, displayName: actor.displayName, email: actor.email }
          : null,
      effectiveTeams: teams.items.map(({ id, wire, organizationId }) => ({
        id,
        displayName: wire.displayName,
        organizationId,
      })),
      allowedOrganizations: [
        {
          id: organization.id,
          displayName: organization.wire.displayName,
          rootOrganizationId: organization.wire.rootOrganizationId,
          codeOnly: organization.wire.codeOnly ?? false,
        },
      ],
      hasOrganizationWideTeamAccess: caller.teams.see === 'all',
      isUnrestricted: session !== null || key?.scopes === null,
      resourceScopes: (key?.scopes ?? []) as Answer<'getAuthMe'>['resourceScopes'],
    });
  },

  getIdempotencyKey: async (caller, { params: { key } }) => {
    const known = await idempotentRequest(caller, key);
    if (!known) throw new AppError('not-found', say('idempotencyKeyUnknown'));
    const { operationId, objectId, isAnswered, expiresAt } = known;
    return ok({ operationId, objectId, isAnswered, expiresAt: expiresAt.toISOString() });
  },
} satisfies Handlers;
