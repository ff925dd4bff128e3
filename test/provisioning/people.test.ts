import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProvisionedPeople } from '../../src/identity/index.ts';
import { type Body, createScimClient, type ScimClient, urns } from '../scim/support/client.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';

/** What provisioning does to the people of the product, as the Public API shows them. */
let server: TestApp;
let scim: ScimClient;
let api: ApiClient;
beforeAll(async () => {
  server = await startTestApp();
  api = server.api;
  scim = createScimClient(`${server.app.url}/api/scim/v2`, server.key);
});
afterAll(() => server.stop());

const whole = (name: string) => ({
  userName: `${name}@corp.example`,
  externalId: `ext-${name}`,
  displayName: `The ${name}`,
  emails: [
    { value: `${name}@private.example`, type: 'home' },
    { value: `${name}@corp.example`, type: 'work', primary: true },
  ],
  phoneNumbers: [
    { value: '030 123456', type: 'work' },
    { value: '0151 12345678', type: 'mobile' },
  ],
  addresses: [{ country: 'DE' }],
  timezone: 'Europe/Berlin',
});

async function user(id: string): Promise<Body> {
  const { status, body } = await api.get(`/user/${id}`);
  return status === 200 ? body : null;
}

async function put(made: Body, change: object): Promise<Body> {
  const { meta: _meta, groups: _groups, ...attributes } = made;
  const reply = await scim.put(`/Users/${made.id}`, { ...attributes, ...change });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

async function actionsOn(id: string): Promise<Body[]> {
  const { body } = await api.get(`/auditlog/list?EntityId=${id}&Limit=100`);
  return (body.items as Body[]).toReversed();
}

describe('a person who is provisioned', () => {
  it('is a user with Source SCIM, and what the attributes say', async () => {
    expect(await hasProvisionedPeople(server.app.world, server.organizationId)).toBe(false);
    const made = await scim.user(whole('ada'));
    expect(await user(made.id)).toMatchObject({
      displayName: 'The ada',
      userName: 'ada@corp.example',
      email: 'ada@corp.example',
      phoneNumber: '+4915112345678',
      timeZoneId: 'Europe/Berlin',
      scimExternalId: 'ext-ada',
      isSuspended: false,
      source: 'Scim',
    });
    expect(await hasProvisionedPeople(server.app.world, server.organizationId)).toBe(true);
    const [entry] = await actionsOn(made.id);
    expect([entry.action, JSON.stringify(entry)]).toEqual([
      'user.create',
      expect.stringContaining('Scim'),
    ]);
  });

  it('has a number that counts as confirmed, and without an address none that is mailed', async () => {
    const made = await scim.user({ phoneNumbers: [{ value: 'tel:+49-30-123456' }] });
    const { email, phoneNumber } = await user(made.id);
    expect([email, phoneNumber]).toEqual([`${made.id}@no-mail.invalid`, '+4930123456']);
    expect((await scim.get(`/Users/${made.id}`)).body.emails).toBeUndefined();
    const test = (channel: string) => api.post(`/user/${made.id}/test-notification`, { channel });
    expect((await test('SMS')).body.detail).not.toContain('confirmed');
    const { body } = await api.post(`/user/${made.id}/phone-number/send-code`);
    expect(body.isConfirmed).toBe(true);
  });

  it.each([
    [
      'the parts of the name',
      { name: { givenName: 'Ada', familyName: 'L' } },
      'displayName',
      'Ada L',
    ],
    ['the formatted name', { name: { formatted: 'Ada L.' } }, 'displayName', 'Ada L.'],
    [
      'the mobile number',
      {
        phoneNumbers: [
          { value: '+4930123456', primary: true },
          { value: '+4915112345678', type: 'mobile' },
        ],
      },
      'phoneNumber',
      '+4915112345678',
    ],
    ['no fax', { phoneNumbers: [{ value: '+4930123456', type: 'fax' }] }, 'phoneNumber', null],
    [
      'a national number by the locale',
      { locale: 'de-AT', phoneNumbers: [{ value: '01 2345678' }] },
      'phoneNumber',
      '+4312345678',
    ],
    ['a language of ours', { preferredLanguage: 'de-CH' }, 'language', 'de'],
    ['none of another language', { preferredLanguage: 'fr-CH' }, 'language', null],
    ['the region of the language', { preferredLanguage: 'de-CH' }, 'region', 'CH'],
    ['rather that of the locale', { preferredLanguage: 'de-CH', locale: 'en_US' }, 'region', 'US'],
    [
      'nothing of a number that is none',
      { phoneNumbers: [{ value: 'call me' }] },
      'phoneNumber',
      null,
    ],
    [
      'nothing of a zone that is none',
      { timezone: 'W. Europe Standard Time' },
      'timeZoneId',
      'UTC',
    ],
  ])('shows %s', async (_what, attributes, member, value) => {
    const made = await scim.user(attributes);
    expect((await user(made.id))[member]).toBe(value);
    // And the client reads what it sent.
    const { body } = await scim.get(`/Users/${made.id}`);
    expect(body).toMatchObject(attributes);
  });

  it('is suspended and resumed by active, in one change with one entry each', async () => {
    const made = await scim.user(whole('sus'));
    const off = await put(made, { active: false, title: 'Gone' });
    expect((await user(made.id)).isSuspended).toBe(true);
    await scim.patch(`/Users/${made.id}`, [{ op: 'replace', value: { active: true } }]);
    expect((await user(made.id)).isSuspended).toBe(false);
    expect((await actionsOn(made.id)).map(({ action }) => action)).toEqual([
      'user.create',
      'user.suspend',
      'user.resume',
    ]);
    expect(off.active).toBe(false);
    // An administrator suspends, and the client sees it.
    await api.post(`/user/${made.id}/suspend`);
    expect((await scim.get(`/Users/${made.id}`)).body.active).toBe(false);
    await scim.patch(`/Users/${made.id}`, [{ op: 'add', path: 'title', value: 'Still' }]);
    expect((await user(made.id)).isSuspended).toBe(true);
  });

  it('is deleted as by the Public API: with keys, memberships and groups, and forgotten', async () => {
    const made = await scim.user(whole('del'));
    const team = await api.make('/team', { displayName: 'T' });
    await api.make('/team-membership', { userId: made.id, teamId: team, role: 'Member' });
    const key = server.as(await makeKey(server, { userId: made.id }));
    const group = await scim.group('With del', [made.id]);
    expect((await scim.delete(`/Users/${made.id}`)).status).toBe(204);
    expect(await user(made.id)).toBeNull();
    expect((await key.get('/auth/me')).status).toBe(401);
    const { body } = await api.get(`/team-membership/search/list?UserId=${made.id}`);
    expect(body.teamMemberships).toEqual([]);
    expect((await scim.get(`/Groups/${group.id}`)).body.members).toBeUndefined();
    expect((await api.get('/auditlog/export?Format=ndjson')).text).not.toContain('del@private');
    // The name is free again.
    expect((await scim.user(whole('del'))).id).not.toBe(made.id);
  });
});

describe('who set what', () => {
  it('what a client gives wins whenever it provisions the person, and it sees what others changed until then', async () => {
    const made = await scim.user(whole('win'));
    const byHand = { ...(await user(made.id)), displayName: 'By hand', phoneNumber: '+431' };
    expect((await api.put(`/user/${made.id}`, byHand)).status).toBe(200);
    const { body: seen } = await scim.get(`/Users/${made.id}`);
    expect(seen.displayName).toBe('By hand');
    expect(seen.phoneNumbers).toContainEqual({ value: '+431', type: 'mobile' });
    await put(made, {});
    expect(await user(made.id)).toMatchObject({
      displayName: 'The win',
      phoneNumber: '+4915112345678',
    });
  });

  it('what it never gave stays: a number that people set themselves is neither cleared nor confirmed', async () => {
    const made = await scim.user({ ...whole('own'), phoneNumbers: undefined });
    const own = server.as(await makeKey(server, { userId: made.id }));
    await api.make('/organization-membership', { userId: made.id, role: 'Member' });
    const set = await own.put(`/user/${made.id}`, {
      ...(await user(made.id)),
      phoneNumber: '+4930999',
    });
    expect(set.status, set.text).toBe(200);
    // As it read it, and as it has it: neither speaks of the number.
    await scim.patch(`/Users/${made.id}`, [{ op: 'add', path: 'title', value: 'x' }]);
    await put(made, { title: 'y' });
    expect((await user(made.id)).phoneNumber).toBe('+4930999');
    const { body } = await api.post(`/user/${made.id}/test-notification`, { channel: 'SMS' });
    expect(body.outcome).not.toBe('sent');
    expect((await scim.get(`/Users/${made.id}`)).body.phoneNumbers).toEqual([
      { value: '+4930999', type: 'mobile' },
    ]);
  });

  it('what it gave and gives no more is cleared', async () => {
    const made = await scim.user(whole('clr'));
    await put(made, { phoneNumbers: [], emails: [], timezone: null, displayName: null });
    expect(await user(made.id)).toMatchObject({
      displayName: null,
      email: `${made.id}@no-mail.invalid`,
      phoneNumber: null,
      timeZoneId: 'UTC',
    });
  });

  it('sending back what is there already changes nothing', async () => {
    const made = await scim.user(whole('same'));
    const { body: seen } = await scim.get(`/Users/${made.id}`);
    server.clock.advance(60);
    expect((await put(made, {})).meta).toEqual(seen.meta);
    expect(await actionsOn(made.id)).toHaveLength(1);
  });
});

describe('people who were made by hand', () => {
  it('are found by their e-mail address as user name, and linked by the first change', async () => {
    const email = 'Hand@corp.example';
    const id = await api.make('/user', { email, displayName: 'Hand', phoneNumber: '+4930123' });
    const { body } = await scim.get('/Users?filter=userName eq "hand@CORP.example"');
    expect(body.Resources).toMatchObject([
      { id, userName: email, displayName: 'Hand', active: true, emails: [{ value: email }] },
    ]);
    await put(body.Resources[0], { externalId: 'x1', title: 'Linked' });
    expect(await user(id)).toMatchObject({
      source: 'ApiKey',
      scimExternalId: 'x1',
      phoneNumber: '+4930123',
    });
  });

  it('are not taken over: their address and user name are taken', async () => {
    const id = await api.make('/user', { email: 'taken@corp.example' });
    for (const attributes of [
      { userName: 'other', emails: [{ value: 'TAKEN@corp.example' }] },
      { userName: 'taken@CORP.example', emails: [{ value: 'third@corp.example' }] },
    ]) {
      const { status, body } = await scim.post('/Users', { schemas: [urns.user], ...attributes });
      expect([status, body.scimType]).toEqual([409, 'uniqueness']);
      expect(body.detail).toContain(id);
    }
  });
});

describe('no other organization', () => {
  it('notices: an address that is known there gets a record of its own here', async () => {
    const there = await makeOrganization(server);
    const id = await there.api.make('/user', { email: 'both@corp.example', displayName: 'There' });
    const made = await scim.user(whole('both'));
    expect(made.id).not.toBe(id);
    await put(made, { displayName: 'Changed', active: false });
    await scim.delete(`/Users/${made.id}`);
    const { body } = await there.api.get(`/user/${id}`);
    expect(body).toMatchObject({ displayName: 'There', isSuspended: false, source: 'ApiKey' });
    expect((await scim.get(`/Users/${id}`)).status).toBe(404);
    expect((await scim.delete(`/Users/${id}`)).status).toBe(404);
  });
});

it('the last active Owner and the billable user are neither suspended nor deleted', async () => {
  const { body } = await api.get('/organization-membership/search/list?Role=Owner');
  const [owner] = body.organizationMemberships as { userId: string }[];
  const replies = [
    await scim.patch(`/Users/${owner?.userId}`, [{ op: 'replace', path: 'active', value: false }]),
    await scim.delete(`/Users/${owner?.userId}`),
  ];
  for (const reply of replies) {
    expect(reply.status).toBe(403);
    expect(reply.body.detail).toContain('billable user');
  }
  expect((await user(owner?.userId ?? '')).isSuspended).toBe(false);
  const second = await makePerson(server, { organizationRole: 'Owner' });
  const off = [{ op: 'replace', path: 'active', value: false }];
  expect((await scim.patch(`/Users/${second.id}`, off)).status).toBe(200);
});
