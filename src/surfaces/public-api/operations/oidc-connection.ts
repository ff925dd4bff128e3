import { notFound } from '../../../kernel/index.ts';
import {
  backChannelLogoutUrl,
  callbackUrl,
  lastSignIns,
  type OidcConnectionWire,
  oidcConnectionKind,
  recordNameOf,
  recordValueOf,
  signInUrl,
  stateOf,
  unlinkPerson,
} from '../../../oidc/index.ts';
import { demandTeamEdit, getResource } from '../../../resources/index.ts';
import { answered } from '../../../sentences/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';
import { type ResourceOperations, resourceOperations, viewOf } from '../resource-operations.ts';

const definition = {
  kind: oidcConnectionKind,
  name: 'OidcConnection',
  list: 'OidcConnections',
  items: 'oidcConnections',
  derivedMembers: async (caller, connections) => {
    const publicUrl = caller.dependencies.publicUrl();
    const signIns = await lastSignIns(
      caller,
      connections.map(({ id }) => id),
    );
    return ({ id, organizationId, wire }) => ({
      domainProofs: wire.domainProofs.map((proof) => ({
        ...proof,
        ...answered('message', proof.message),
        recordName: recordNameOf(proof.domain),
        recordValue: recordValueOf(organizationId, proof.domain),
        state: stateOf(proof),
      })),
      signInUrl: signInUrl(publicUrl, id),
      callbackUrl: callbackUrl(publicUrl, organizationId),
      backChannelLogoutUrl: backChannelLogoutUrl(publicUrl, id),
      lastSignInAt: signIns.get(id)?.toISOString() ?? null,
    });
  },
} satisfies ResourceOperations<OidcConnectionWire, object, 'OidcConnection', 'OidcConnections'>;

const toView = viewOf(definition);

export const oidcConnectionOperations = {
  ...resourceOperations(definition),

  verifyOidcConnectionDomains: async (caller, { params }) => {
    const connection = await editable(caller, params.id);
    const { singleSignOn } = caller.dependencies;
    return ok(await toView(caller, await singleSignOn.verifyDomains(caller, connection)));
  },

  testOidcConnection: async (caller, { params }) => {
    const connection = await editable(caller, params.id);
    return ok(await caller.dependencies.singleSignOn.test(connection));
  },

  unlinkOidcIdentity: async (caller, { params }) => {
    const connection = await editable(caller, params.id);
    if (!(await unlinkPerson(caller, connection, params.userId)))
      throw notFound('linked user', params.userId);
    return ok({});
  },
} satisfies Handlers;

async function editable(caller: ApiCaller, id: string) {
  const connection = await getResource(caller, oidcConnectionKind, id);
  demandTeamEdit(caller, null);
  return connection;
}
