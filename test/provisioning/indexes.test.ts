import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Directory, groupType, readFilter, userType } from '../../scim/index.ts';
import { userKind } from '../../src/identity/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { compileFilter } from '../../src/provisioning/compile-filter.ts';
import { directoryFor } from '../../src/provisioning/index.ts';
import { userFields } from '../../src/provisioning/user-fields.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type RecordedQueries, recordQueries } from '../support/recorded-queries.ts';

let server: TestApp;
let queries: RecordedQueries;
let directory: Directory;
beforeAll(async () => {
  queries = recordQueries();
  server = await startTestApp();
  directory = directoryFor(systemContext(server.app.world, server.organizationId), () => {});
  for (let number = 0; number < 20; number += 1)
    await directory.users.create({
      userName: `p${number}`,
      externalId: `e${number}`,
      emails: [{ value: `p${number}@example.com`, type: 'work' }],
    });
});
afterAll(() => server.stop());

/** What identity providers ask before every change. */
const probes: [string, string][] = [
  ['userName eq "P7"', 'lookup.userName'],
  ['externalId eq "e7"', 'internal.scimExternalId'],
  ['emails.value eq "P7@example.com"', 'lookup.scim.emails.value'],
  ['emails[type eq "work" and value eq "P7@example.com"]', 'lookup.scim.emails.value'],
  ['userName eq "p7" and active eq true', 'lookup.userName'],
];

it.each(probes)('%s is looked up', async (text, path) => {
  const { world } = server.app;
  const ctx = systemContext(world, server.organizationId);
  const filter = readFilter(text, userType);
  if (typeof filter === 'boolean') throw new Error(text);
  const { organizationId } = server;
  const query = { $and: [await compileFilter(filter, userFields(ctx)), { organizationId }] };
  const { collection } = userKind.model(world.store);
  const db = world.store.connection.db;
  const find = {
    find: collection.name,
    filter: query,
    sort: { createdAt: 1, _id: 1 },
    limit: 100,
  };
  const plan = JSON.stringify(await db?.command({ explain: find, verbosity: 'queryPlanner' }));
  expect(plan.split('rejectedPlans')[0]).toContain(`${path}_1`);
});

it('nothing that a client asks for scans a collection', async () => {
  const window = { kind: 'index' as const, startIndex: 1, count: 10 };
  const cursor = { kind: 'cursor' as const, after: null, count: 5 };
  queries.forget();
  const [first] = (await directory.users.search({ filter: null, sort: null, window })).items;
  const id = first?.id ?? '';
  const group = await directory.groups.create({ displayName: 'G' }, [id]);
  const ask = async (text: string | null, isOfGroups = false) => {
    const read = text === null ? null : readFilter(text, isOfGroups ? groupType : userType);
    const filter = typeof read === 'boolean' ? null : read;
    const { search } = isOfGroups ? directory.groups : directory.users;
    await search({ filter, sort: null, window });
    const { next } = await search({ filter, sort: null, window: cursor });
    if (next) await search({ filter, sort: null, window: { ...cursor, after: next } });
  };
  for (const [text] of probes) await ask(text);
  for (const text of [null, 'displayName co "x"', `groups eq "${group.id}"`, 'groups pr'])
    await ask(text);
  for (const text of [
    null,
    'displayName eq "g"',
    'externalId eq "x"',
    `id eq "${group.id}" and members eq "${id}"`,
    'members pr',
  ])
    await ask(text, true);
  await directory.groups.membersOf([group.id]);
  await directory.users.groupsOf([id]);
  const { scans, seen } = await queries.explainAll(server);
  expect(scans).toEqual([]);
  expect([...seen]).toContain('group_memberships distinct');
});
