import { beforeAll, describe, expect, it } from 'vitest';
import { speechFor, userKind } from '../../src/identity/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { findResource } from '../../src/resources/index.ts';
import { createScimClient } from '../scim/support/client.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

/** In which language somebody is spoken to: their own, else that of the organization. */
let server: TestApp;
let id: string;
beforeAll(async () => {
  server = await sharedTestApp();
  id = await server.api.make('/user', { displayName: 'Ada', email: 'ada@example.com' });
});

async function speech() {
  const ctx = systemContext(server.app.world, server.organizationId);
  const user = await findResource(ctx, userKind, { _id: id });
  if (!user) throw new Error('Ada is gone.');
  return speechFor(server.app.world, user);
}

const change = async (members: object) =>
  server.api.put(`/user/${id}`, { ...(await server.api.get(`/user/${id}`)).body, ...members });

describe('the language of a person', () => {
  it('is that of the organization until they choose one, and again when they do not any more', async () => {
    expect(await speech()).toEqual({ language: 'en', locale: 'en-GB' });
    const settings = `/organizations/${server.organizationId}/settings`;
    const { body } = await server.api.get(settings);
    expect(body).toMatchObject({ language: 'en' });
    await server.api.put(settings, { ...body, language: 'de' });
    expect(await speech()).toEqual({ language: 'de', locale: 'de-DE' });
    await change({ language: 'en', region: 'US' });
    expect(await speech()).toEqual({ language: 'en', locale: 'en-US' });
    await change({ language: null });
    expect(await speech()).toEqual({ language: 'de', locale: 'de-US' });
    await server.api.put(settings, { ...body, language: 'en' });
  });

  it('stays when a client replaces the user without it', async () => {
    await change({ language: 'de', region: 'CH' });
    await server.api.put(`/user/${id}`, { displayName: 'Ada L.', email: 'ada@example.com' });
    expect((await server.api.get(`/user/${id}`)).body).toMatchObject({
      displayName: 'Ada L.',
      language: 'de',
      region: 'CH',
    });
  });

  it.each([{ language: 'fr' }, { region: 'Switzerland' }])('is not %o', async (members) => {
    expect((await change(members)).status).toBe(400);
  });

  it('is told to a SCIM client that did not choose it, which can choose another', async () => {
    await change({ language: 'de' });
    const scim = createScimClient(`${server.app.url}/api/scim/v2`, server.key);
    const { body } = await scim.get(`/Users/${id}`);
    expect(body.preferredLanguage).toBe('de');
    const { meta: _meta, groups: _groups, ...attributes } = body;
    await scim.put(`/Users/${id}`, { ...attributes, preferredLanguage: 'en-GB' });
    expect((await server.api.get(`/user/${id}`)).body).toMatchObject({ language: 'en' });
    await change({ language: 'de' });
    const shown = await scim.get(`/Users/${id}`);
    expect(shown.body.preferredLanguage).toBe('de');
  });
});
