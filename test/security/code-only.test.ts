/** What code manages is read-only in sessions where the organization says so: every kind, every operation. */
import { beforeAll, describe, expect, it } from 'vitest';
import { exportSchema } from '../../cdktf-provider/export/schema.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { kindsOf } from '../../src/resources/index.ts';
import type { TestApp } from '../support/app.ts';
import { type Fixtures, makeFixtures, makeMoreFixtures } from '../support/fixtures.ts';
import { type DocumentedOperation, documentedOperations } from '../support/operations.ts';
import { type SignedIn, signIn } from '../support/sessions.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { workingRequest } from '../support/working-requests.ts';

let server: TestApp;
let fixtures: Fixtures;
let owner: SignedIn;
let ownerId: string;

const kinds = () => kindsOf(systemContext(server.app.world, server.organizationId));
const ofCode = () => kinds().filter(({ shape }) => shape.answer.includes('isProvisioned'));

beforeAll(async () => {
  server = await sharedTestApp();
  fixtures = await makeFixtures(server);
  Object.assign(fixtures, await makeMoreFixtures(server, fixtures));
  ownerId = await server.api.make('/user', { email: 'owner@example.com' });
  await server.api.make('/organization-membership', { userId: ownerId, role: 'Owner' });
  owner = await signIn(server, { userId: ownerId });
  for (const { model } of kinds())
    await model(server.app.world.store).updateMany({}, { $set: { provisioned: true } });
  await setCodeOnly(true);
});

async function setCodeOnly(codeOnly: boolean): Promise<void> {
  const { status, text } = await owner.api.put(`/organizations/${server.organizationId}/settings`, {
    codeOnly,
  });
  if (status !== 200) throw new Error(text);
}

/** Everything that code manages: what clients may say of it. Sealed anew, a secret looks different. */
async function stored(): Promise<Map<string, string>> {
  const found = await Promise.all(
    ofCode().map(async ({ model, entityType, shape }) =>
      (
        await model(server.app.world.store)
          .find({ organizationId: server.organizationId, provisioned: true })
          .lean<{ _id: string; wire: Record<string, unknown> }[]>()
      ).map(({ _id, wire }): [string, string] => {
        const said = Object.keys(shape.members).map((member) => [member, wire[member]]);
        return [`${entityType} ${_id}`, JSON.stringify(said).replaceAll(/sealed:[^"]+/g, 'sealed')];
      }),
    ),
  );
  return new Map(found.flat());
}

const changes = documentedOperations().filter(({ method }) => method !== 'GET');
const exportedOperations = new Set(
  Object.entries(exportSchema).flatMap(([type, { operations }]) =>
    // Revoking a key waits for nothing, and a person keeps their own settings: both below. The organization and its
    // settings stay with its Owners.
    /api_key|notification_settings|organization(_settings)?$/.test(type)
      ? []
      : [operations.update.id],
  ),
);
const send = (api: TestApp['api'], operation: DocumentedOperation) => {
  const { method, address, body } = workingRequest(operation, fixtures);
  return api.call(method, address, body);
};

it('every resource of the provider says whether code manages it', () => {
  expect(exportedOperations.size).toBe(Object.keys(exportSchema).length - 4);
  const shown = ofCode().map(({ entityType }) => entityType);
  for (const entityType of ['Team', 'User', 'TeamEscalations', 'Mapping', 'ApiKey', 'Silence'])
    expect(shown.some((one) => one.endsWith(entityType))).toBe(true);
});

describe('in an organization by code only', () => {
  it.each(
    changes
      .filter(({ operationId }) => exportedOperations.has(operationId))
      .flatMap((replace) => {
        const deleteId = replace.operationId.replace('replace', 'delete');
        // Deleting a person takes a key of the organization.
        const remove = changes.find(
          ({ operationId, keyKinds }) => operationId === deleteId && keyKinds === undefined,
        );
        return [replace, ...(remove ? [remove] : [])].map((one) => [one.operationId, one] as const);
      }),
  )('%s answers 403 code-only in a session', async (_id, operation) => {
    const { status, body } = await send(owner.api, operation);
    expect({ status, body }).toMatchObject({
      status: 403,
      body: { type: expect.stringContaining('code-only') },
    });
    expect(body.detail).toContain('Terraform or CDK');
  });

  it('no operation changes what code manages in a session, or removes it with something else', async () => {
    const before = await stored();
    expect(before.size).toBeGreaterThan(ofCode().length);
    // The setting itself stays in the hands of the Owners.
    const others = changes.filter(
      ({ operationId }) => operationId !== 'replaceOrganizationSettings',
    );
    for (const operation of others) await send(owner.api, operation);
    const after = await stored();
    for (const [object, wire] of before)
      expect(`${object}: ${after.get(object)}`).toBe(`${object}: ${wire}`);
  });

  it('what people made is theirs, and goes only without what code manages in it', async () => {
    const teamId = await owner.api.make('/team', { displayName: 'By hand' });
    const renamed = await owner.api.put(`/team/${teamId}`, { displayName: 'By hand, again' });
    expect(renamed.status).toBe(200);
    const integration = { displayName: 'By code', teamId, type: 'Webhook' };
    const byCode = server.as('', { 'x-authorization': server.key });
    const id = await byCode.make('/inbound-integration', integration);
    const refused = await owner.api.delete(`/team/${teamId}`);
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.body.detail).toContain(id);
    expect((await byCode.delete(`/inbound-integration/${id}`)).status).toBe(200);
    expect((await owner.api.delete(`/team/${teamId}`)).status).toBe(200);
  });

  it('people keep their own number and settings; they can be suspended and keys revoked', async () => {
    const own = `/user/${ownerId}/incident-notification-settings`;
    const other = `/user/${fixtures.newcomer}/incident-notification-settings`;
    const settings = { ...allOff, phoneNumber: '+4930111' };
    expect((await owner.api.put(own, settings)).status).toBe(200);
    expect((await owner.api.put(other, settings)).status).toBe(403);
    expect((await owner.api.delete(own)).status).toBe(200);
    const { body } = await server.api.get(`/user/${ownerId}`);
    expect(body).toMatchObject({ isProvisioned: true, phoneNumber: '+4930111' });
    expect((await owner.api.post(`/user/${fixtures.newcomer}/suspend`)).status).toBe(200);
    expect((await owner.api.post(`/user/${fixtures.newcomer}/resume`)).status).toBe(200);
    expect((await owner.api.delete(`/api-key/${fixtures['api-key']}`)).status).toBe(200);
  });

  it('keys change everything as before, and so do people once it is switched off', async () => {
    const path = `/team/${fixtures.team}`;
    const change = { displayName: 'Team' };
    expect((await server.api.put(path, change)).status).toBe(200);
    expect((await owner.api.put(path, change)).status).toBe(403);
    const me = await owner.api.get('/auth/me');
    expect(me.body.allowedOrganizations).toMatchObject([{ codeOnly: true }]);
    // Left out of a replacement of the settings it stays.
    await owner.api.put(`/organizations/${server.organizationId}/settings`, {
      auditRetentionDays: null,
    });
    expect((await owner.api.put(path, change)).status).toBe(403);
    await setCodeOnly(false);
    expect((await owner.api.put(path, change)).status).toBe(200);
    expect((await server.api.get(path)).body.isProvisioned).toBe(true);
  });
});

const allOff = Object.fromEntries(
  ['SMS', 'Voice', 'Push', 'Email'].flatMap((channel) => [
    [`should${channel === 'Voice' ? 'Call' : 'Send'}${channel}`, false],
    [`delayInMin${channel}`, 0],
    [`severities${channel}`, []],
    [`disabledIntents${channel}`, []],
  ]),
);
