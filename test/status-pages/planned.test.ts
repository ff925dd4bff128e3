import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';
import { signIn } from '../support/sessions.ts';
import { visit } from '../surfaces/status/visit.ts';
import { makeShop, pageOf } from './town.ts';

let server: TestApp;
let cookie: string;
let serviceId: string;
beforeAll(async () => {
  server = await startTestApp({ clock: '2026-03-02T10:00:00.000Z' });
  const { id: userId } = await makePerson(server, { organizationRole: 'Member' });
  ({ cookie } = await signIn(server, { userId }));
  ({ serviceId } = await makeShop(server, 'Shop'));
  await server.api.make('/status-page', pageOf('acme', [serviceId]));
});
afterAll(() => server?.stop());

const plan = (more: object = {}) => ({
  displayName: 'New disks',
  serviceIds: [serviceId],
  start: '2026-03-02T22:00:00Z',
  end: '2026-03-02T23:00:00Z',
  ...more,
});
const preview = (maintenance: object, id?: string) =>
  visit(server, '/status/acme/preview', {
    headers: { cookie },
    form: { maintenance: JSON.stringify(maintenance), ...(id ? { id } : {}) },
  });

test('planned maintenance is seen on the page before it is saved, and stored by nobody', async () => {
  const { status, text } = await preview(plan({ publicDescription: 'Orders wait.' }));
  expect(status).toBe(200);
  expect(text).toContain('New disks');
  expect(text).toContain('Orders wait.');
  expect((await visit(server, '/status/acme')).text).not.toContain('New disks');
  const { body } = await server.api.get('/service-maintenance/search/list');
  expect(body.serviceMaintenances).toEqual([]);
});

test('a change is seen in place of what is stored', async () => {
  const id = await server.api.make('/service-maintenance', plan({ displayName: 'Old disks' }));
  const { text } = await preview(plan(), id);
  expect(text).toContain('New disks');
  expect(text).not.toContain('Old disks');
  await server.api.delete(`/service-maintenance/${id}`);
});

test('maintenance of services that the page does not show is not on it', async () => {
  const other = await makeShop(server, 'Other');
  expect((await preview(plan({ serviceIds: [other.serviceId] }))).text).not.toContain('New disks');
});

test('what saving would refuse is refused, with the reason in the frame', async () => {
  const { status, text, headers } = await preview(plan({ end: '2026-03-02T21:00:00Z' }));
  expect(status).toBe(400);
  expect(text).toContain('The request is not complete');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
});
