import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliver, type OutboundIntegration } from '../../src/outbound/index.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { integrationOf, Story } from './delivery.ts';

let server: TestApp;
let receiver: ScriptedReceiver;

beforeAll(async () => {
  // The library compares with the time of the wall.
  [server, receiver] = await Promise.all([
    startTestApp({ clock: new Date().toISOString() }),
    startScriptedReceiver(),
  ]);
});
afterAll(() => Promise.all([server.stop(), receiver.stop()]));
beforeEach(() => receiver.play(() => ({ status: 204 })));

type Settings = NonNullable<OutboundIntegration['wire']['webhookSettings']>;

const secretOf = (seed: string) =>
  `whsec_${Buffer.from(seed.repeat(32).slice(0, 32)).toString('base64')}`;

async function sent(settings: Partial<Settings>) {
  const integration = integrationOf('Webhook', {
    webhookSettings: { url: 'https://hooks.example.com/a?b=c', ...settings },
  });
  const delivery = new Story(integration).next('Created');
  const result = await deliver(server.app.world, receiver.egress, delivery);
  const [request] = receiver.requests;
  return { delivery, result, request, headers: (request?.headers ?? {}) as Record<string, string> };
}

it('is a POST of type, time and data', async () => {
  const { delivery, request, headers } = await sent({});
  expect(request).toMatchObject({ method: 'POST', host: 'hooks.example.com', path: '/a' });
  expect(request?.query.get('b')).toBe('c');
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': delivery.key });
  expect(headers['webhook-signature']).toBeUndefined();
  const { incident, event, url } = delivery;
  expect(request?.json).toEqual({
    type: 'incident.created',
    timestamp: event.at,
    data: { incident, event, url },
  });
});

it('is signed as Standard Webhooks says, by both secrets while they change', async () => {
  const [secret, previousSecret] = [secretOf('new'), secretOf('old')];
  const { request, headers } = await sent({ secret, previousSecret });
  for (const known of [secret, previousSecret])
    expect(new Webhook(known).verify(request?.body ?? '', headers)).toEqual(request?.json);
  expect(() => new Webhook(secretOf('other')).verify(request?.body ?? '', headers)).toThrow();
  expect(() => new Webhook(secret).verify(`${request?.body} `, headers)).toThrow();
});

it.each([
  ['AllQuiet', 'x-aq'],
  ['Amazon', 'x-amzn-event'],
] as const)('is signed like the commercial original (%s)', async (signatureFormat, prefix) => {
  const { request, headers } = await sent({ secret: 'any text', signatureFormat });
  const time = headers[`${prefix}-timestamp`];
  const expected = createHmac('sha256', 'any text')
    .update(`${time}:${request?.body}`)
    .digest('base64');
  expect(headers[`${prefix}-signature`]).toBe(expected);
  expect(new Date(time ?? '').toISOString()).toBe(server.clock.now().toISOString());
  expect(headers['webhook-signature']).toBeUndefined();
});

it('has the method, headers, type and body that the settings name', async () => {
  const { request, headers } = await sent({
    method: 'PUT',
    headers: [{ name: 'X-Environment', value: 'production' }],
    contentType: 'text/plain',
    template: '{{title}} ({{events.[0].severity}}): {{event.intent}} {{url}}',
  });
  expect(request?.method).toBe('PUT');
  expect(headers).toMatchObject({ 'x-environment': 'production', 'content-type': 'text/plain' });
  expect(request?.body).toMatch(/^Checkout is down \(Critical\): Created https:/);
});

it('is not sent when the template does too much with this incident', async () => {
  const loops = '{{#each events}}{{#each ../attributes}}{{json ../../this}}{{/each}}{{/each}}';
  const template = `${loops}${'{{json this}}'.repeat(400)}`;
  const { result } = await sent({ template });
  expect(result).toMatchObject({ outcome: 'refused', code: 'template' });
  expect(receiver.requests).toEqual([]);
});

it('keeps its id when it is repeated', async () => {
  const integration = integrationOf('Webhook', {
    webhookSettings: { url: 'https://hooks.example.com/' },
  });
  const delivery = new Story(integration).next('Created');
  receiver.next({ status: 503 });
  await deliver(server.app.world, receiver.egress, delivery);
  await deliver(server.app.world, receiver.egress, delivery);
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([delivery.key, delivery.key]);
});
