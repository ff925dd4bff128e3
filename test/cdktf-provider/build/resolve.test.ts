import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OpenApiDocument } from '../../../cdktf-provider/build/document.ts';
import { resolveProvider } from '../../../cdktf-provider/build/resolve.ts';
import { resolved } from '../../../cdktf-provider/provider.ts';
import type { ResourceOverlay } from '../../../cdktf-provider/resources/overlay.ts';
import { snakeCase } from '../../../cdktf-provider/rest/names.ts';
import { resolveFromDisk } from '../../../generate/terraform-provider.ts';

const operations = {
  create: 'createThing',
  read: 'getThing',
  update: 'replaceThing',
  delete: 'deleteThing',
};
const overlay = (more: Partial<ResourceOverlay> = {}): ResourceOverlay => ({
  type: 'tocsin_thing',
  category: 'Access',
  description: 'A thing.',
  operations,
  ...more,
});

interface Shapes {
  readonly input?: object;
  readonly update?: object;
  readonly answer?: object;
}

function documentOf({ input = {}, update = input, answer = input }: Shapes): OpenApiDocument {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const object = (properties: object) => ({ type: 'object', properties });
  const answers = { '200': json(object({ id: { type: 'string' }, ...answer })) };
  return {
    paths: {
      '/thing': {
        post: { operationId: 'createThing', requestBody: json(object(input)), responses: answers },
      },
      '/thing/{id}': {
        get: { operationId: 'getThing', responses: answers },
        put: { operationId: 'replaceThing', requestBody: json(object(update)), responses: answers },
        delete: { operationId: 'deleteThing', responses: {} },
      },
    },
    components: {},
  } as unknown as OpenApiDocument;
}

const resolve = (shapes: Shapes, more: Partial<ResourceOverlay> = {}) =>
  resolveProvider(documentOf(shapes), [overlay(more)], [], []);
const text = { type: 'string' };

test.each<[string, Shapes, Partial<ResourceOverlay>, string]>([
  [
    'an overlay of a member that is gone',
    { input: { a: text } },
    { attributes: { b: { rename: 'c' } } },
    'the overlay speaks of b, the document does not',
  ],
  [
    'ignoring a member that is gone',
    { input: { a: text } },
    { ignore: { b: 'why' } },
    'the overlay speaks of b',
  ],
  [
    'an operation that is gone',
    {},
    { operations: { ...operations, read: 'readThing' } },
    'the document has no operation readThing',
  ],
  [
    'a member that is sent and never answered',
    { input: { a: text }, answer: {} },
    {},
    'a is sent but never answered',
  ],
  [
    'different types in request and answer',
    { input: { a: text }, answer: { a: { type: 'integer' } } },
    {},
    'a is string in the request and integer in the answer',
  ],
  [
    'a member that cannot be updated',
    { input: { a: text }, update: {}, answer: { a: text } },
    {},
    'a cannot be updated but is not marked as replacing',
  ],
  [
    'a name that Terraform reserves',
    { input: { provider: text } },
    {},
    'provider is reserved by Terraform',
  ],
  [
    'two members of one name',
    { input: { fakeThing: text, fake_thing: text } },
    {},
    'two members are called fake_thing',
  ],
  [
    'an object of unknown members',
    { input: { a: { type: 'object' } } },
    {},
    'a is an object of unknown members',
  ],
  ['alternatives', { input: { a: { oneOf: [] } } }, {}, 'oneOf and anyOf have no Terraform type'],
  [
    'a set with computed members',
    {
      input: { a: { type: 'array', items: { type: 'object', properties: { x: text } } } },
      answer: {
        a: { type: 'array', items: { type: 'object', properties: { x: text, id: text } } },
      },
    },
    { attributes: { a: { orderFree: true } } },
    'a is a set, so nothing in it may be computed',
  ],
])('%s stops the build', (_what, shapes, more, problem) => {
  expect(() => resolve(shapes, more)).toThrow(problem);
});

test('presence, default, immutability and secrets come from the document', () => {
  const input = {
    zone: { ...text, default: 'UTC' },
    note: { ...text, nullable: true },
    kind: { ...text, 'x-immutable': true },
    token: { ...text, format: 'password' },
  };
  const { schema } = resolve({ input }).resources.tocsin_thing ?? {};
  expect(schema?.attributes).toMatchObject({
    id: { presence: 'computed', sent: false },
    zone: { presence: 'optional-computed', default: 'UTC' },
    note: { presence: 'optional' },
    kind: { replaces: true },
    token: { sensitive: true },
  });
});

test.each([
  ['displayName', 'display_name'],
  ['shouldSendSMS', 'should_send_sms'],
  ['enableSMSSubscription', 'enable_sms_subscription'],
  ['publicTitle', 'public_title'],
  ['onlyIncludeTier1', 'only_include_tier1'],
])('%s is called %s', (wire, name) => {
  expect(snakeCase(wire)).toBe(name);
});

test('the checked-in schema is what document and overlays give', () => {
  expect(JSON.parse(JSON.stringify(resolveFromDisk()))).toEqual(resolved);
  const path = new URL('../../../cdktf-provider/generated/provider-schema.json', import.meta.url);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(resolved);
});
