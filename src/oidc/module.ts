import { sweepOutbox } from '../audit/index.ts';
import { removeInSteps } from '../jobs/index.ts';
import type { Module, World } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { plainCollection } from '../store/index.ts';
import { attemptModel } from './attempts.ts';
import { oidcConnectionKind } from './connection-kind.ts';
import { identityModel } from './identity-model.ts';
import { localSignInAllowed } from './local-sign-in.ts';
import { logoutTokenModel } from './logout-tokens.ts';

export const oidc = {
  name: 'oidc',
  kinds: [oidcConnectionKind],
  models: [identityModel, attemptModel, logoutTokenModel],
  settleAudit: settleIdentities,
  tasks: (world) => [{ name: 'oidc-outbox', everySeconds: 30, run: () => settleIdentities(world) }],
  maySignInLocally: localSignInAllowed,
  removeWith: {
    ...leavesWithOrganization(identityModel, attemptModel),
    async User(world, { id, organizationId }, stopping) {
      for (const model of [identityModel, attemptModel])
        await removeInSteps(world, model, { organizationId, userId: id }, { stopping });
    },
    async OidcConnection(world, { id, organizationId }, stopping) {
      await endSessionsOf(world, { connectionId: id }, { reason: 'way to sign in changed' });
      const ofConnection = { organizationId, connectionId: id };
      await removeInSteps(world, attemptModel, ofConnection, { stopping });
      await removeInSteps(world, identityModel, { connectionId: id }, { stopping });
    },
  },
} satisfies Module;

/** Moves audit entries that a crash left in identities into the audit log. */
async function settleIdentities(world: World): Promise<void> {
  await sweepOutbox(world, plainCollection(identityModel(world.store)));
}
