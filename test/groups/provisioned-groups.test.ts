import { beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

async function scim(method: string, path: string, body?: object): Promise<string> {
  const answer = await fetch(`${server.app.url}/api/scim/v2${path}`, {
    method,
    headers: { 'x-api-key': server.key, 'content-type': 'application/scim+json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return text === '' ? '' : String((JSON.parse(text) as { id?: string }).id);
}

const core = 'urn:ietf:params:scim:schemas:core:2.0';
const patch = (operation: object) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [operation],
});

it('a SCIM client gives and takes roles by what it does with groups', async () => {
  const team = await server.api.make('/team', { displayName: 'Payments' });
  await server.api.make('/group-mapping', {
    groupDisplayName: 'payments on-call',
    organizationRole: 'Member',
    teamId: team,
    teamRole: 'Administrator',
  });
  const user = await scim('POST', '/Users', {
    schemas: [`${core}:User`],
    userName: 'ada@example.com',
    emails: [{ value: 'ada@example.com', primary: true }],
  });
  const roles = async () => {
    const [organization, inTeam] = await Promise.all([
      server.api.get(`/organization-membership/search/list?UserId=${user}`),
      server.api.get(`/team-membership/search/list?UserId=${user}`),
    ]);
    const rows = [
      ...(organization.body.organizationMemberships as { effectiveRole: string }[]),
      ...(inTeam.body.teamMemberships as { effectiveRole: string }[]),
    ];
    return rows.map(({ effectiveRole }) => effectiveRole);
  };
  const group = await scim('POST', '/Groups', {
    schemas: [`${core}:Group`],
    displayName: 'Payments on-call',
    members: [{ value: user }],
  });
  expect(await roles()).toEqual(['Member', 'Administrator']);
  await scim(
    'PATCH',
    `/Groups/${group}`,
    patch({ op: 'remove', path: `members[value eq "${user}"]` }),
  );
  expect(await roles()).toEqual([]);
  await scim(
    'PATCH',
    `/Groups/${group}`,
    patch({ op: 'add', path: 'members', value: [{ value: user }] }),
  );
  expect(await roles()).toEqual(['Member', 'Administrator']);
  await scim(
    'PATCH',
    `/Groups/${group}`,
    patch({ op: 'replace', path: 'displayName', value: 'Web' }),
  );
  expect(await roles()).toEqual([]);
  await scim(
    'PATCH',
    `/Groups/${group}`,
    patch({ op: 'replace', path: 'displayName', value: 'PAYMENTS ON-CALL' }),
  );
  expect(await roles()).toEqual(['Member', 'Administrator']);
  await scim('DELETE', `/Groups/${group}`);
  expect(await roles()).toEqual([]);
});
