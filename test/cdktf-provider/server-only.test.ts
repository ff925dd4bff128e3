/**
 * What only the server sets: of every resource, data source and ephemeral resource, however deep. A file that
 * says otherwise is refused, and were it not, the server's answer would still be what is stored.
 */
import { expect, test } from 'vitest';
import { resolved, tocsinProvider } from '../../cdktf-provider/provider.ts';
import { ApiFailure } from '../../cdktf-provider/rest/failure.ts';
import { createReader } from '../../cdktf-provider/rest/reader.ts';
import type { ApiRequest } from '../../cdktf-provider/rest/request.ts';
import type { WireAttribute, WireAttributes } from '../../cdktf-provider/rest/resolved.ts';
import { isSecret } from '../../cdktf-provider/rest/resolved.ts';
import { decodeObject, encodeObject } from '../../cdktf-provider/runtime/codec.ts';
import { planChange } from '../../cdktf-provider/runtime/plan.ts';
import type { Attribute, Attributes, ValueType } from '../../cdktf-provider/runtime/schema.ts';
import { isConfigurable } from '../../cdktf-provider/runtime/schema.ts';
import { createService } from '../../cdktf-provider/runtime/service.ts';
import { validateObject } from '../../cdktf-provider/runtime/validate.ts';
import type { Value, ValueObject } from '../../cdktf-provider/runtime/value.ts';
import { isList, isObject, UNKNOWN } from '../../cdktf-provider/runtime/value.ts';

const provider = tocsinProvider();
/** Uploads a file that is read from the disk: its answer is stored as it comes, see the test of phone numbers. */
const uploads = new Set(['tocsin_call_routing_media']);

type Said = 'file' | 'server';

/** A value of the attribute in which everything tells who said it. */
function said(attribute: Attribute, by: Said): Value {
  const { nested, type = 'string' } = attribute;
  if (nested !== undefined) {
    const object = everything(nested.attributes, by);
    if (nested.nesting === 'single') return object;
    return nested.nesting === 'map' ? { key: object } : [object];
  }
  return typed(type, by);
}

function typed(type: ValueType, by: Said): Value {
  if (type === 'number') return by === 'file' ? 11 : 22;
  if (type === 'bool') return by === 'server';
  if (type === 'string') return by;
  if ('map' in type) return { key: typed(type.map, by) };
  return [typed('list' in type ? type.list : type.set, by)];
}

function everything(attributes: Attributes, by: Said): ValueObject {
  // A secret is given in one of its two ways.
  const ways = Object.values(attributes).flatMap(({ variant }) =>
    variant === undefined ? [] : [variant.name, variant.version],
  );
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      ways.includes(name) ? null : said(attribute, by),
    ]),
  );
}

/** Path of every attribute that only the server sets, outermost first. */
function serverOnly(attributes: Attributes, at: readonly string[] = []): string[][] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!isConfigurable(attribute)) return [[...at, name]];
    return serverOnly(attribute.nested?.attributes ?? {}, [...at, name]);
  });
}

/** A configuration of nothing but the value at this path. */
function onlyAt(
  attributes: Attributes,
  [name = '', ...rest]: readonly string[],
  value: Value,
): ValueObject {
  const { nested } = attributes[name] ?? {};
  if (rest.length === 0 || nested === undefined) return { [name]: value };
  const inner = onlyAt(nested.attributes, rest, value);
  if (nested.nesting === 'single') return { [name]: inner };
  return { [name]: nested.nesting === 'map' ? { key: inner } : [inner] };
}

function readAt(value: Value, [name, ...rest]: readonly string[]): Value {
  if (name === undefined) return value;
  if (isList(value)) return readAt(value[0] ?? null, [name, ...rest]);
  return isObject(value) ? readAt(value[name] ?? null, rest) : null;
}

const schemas = [
  ...Object.entries(provider.resources),
  ...Object.entries(provider.dataSources).map(([type, entry]) => [`data ${type}`, entry] as const),
  ...Object.entries(provider.ephemeralResources).map(
    ([type, entry]) => [`ephemeral ${type}`, entry] as const,
  ),
];

test('is refused by validate at its place, known or unknown', () => {
  for (const [type, { schema }] of schemas) {
    for (const path of serverOnly(schema.attributes)) {
      const attribute = path.reduce<{ nested?: { attributes: Attributes } } | undefined>(
        (at, name) => at?.nested?.attributes[name],
        { nested: { attributes: schema.attributes } },
      ) as Attribute;
      for (const value of [said(attribute, 'file'), UNKNOWN]) {
        const refused = validateObject(schema.attributes, onlyAt(schema.attributes, path, value))
          .filter(({ summary }) => summary === 'Invalid Configuration for Read-Only Attribute')
          .map((problem) => problem.path?.filter((step) => typeof step === 'string'));
        expect(refused, `${type} ${path.join('.')}`).toEqual([path]);
      }
    }
  }
  const teams = provider.dataSources.tocsin_team?.schema.attributes ?? {};
  expect(validateObject(teams, { display_name: 'asked', id: null })).toEqual([]);
});

/** The member of each attribute as a server answers: its own word for what it alone sets, else what it was sent. */
function answered(attributes: WireAttributes, body: ValueObject): ValueObject {
  return Object.fromEntries(
    Object.values(attributes).flatMap((attribute): [string, Value][] => {
      const { wire } = attribute;
      if (wire === undefined) return [];
      return [[wire, answeredMember(attribute, body[wire] ?? null)]];
    }),
  );
}

function answeredMember(attribute: WireAttribute, sent: Value): Value {
  const { nested } = attribute;
  if (nested === undefined) {
    return isConfigurable(attribute) && sent !== null ? sent : said(attribute, 'server');
  }
  const one = (item: Value): Value => answered(nested.attributes, isObject(item) ? item : {});
  if (nested.nesting === 'single') return one(sent);
  return isList(sent) ? sent.map(one) : [one(null)];
}

test('is what the server answered, after a creation from a file that says otherwise', async () => {
  let answer: ValueObject = {};
  let schema: WireAttributes = {};
  const client = {
    send: async (request: ApiRequest): Promise<Value> => {
      if (request.method === 'GET') throw new ApiFailure('none', 'none', { status: 404 });
      answer = answered(schema, isObject(request.body) ? request.body : {});
      return answer;
    },
  };
  const service = createService(
    { ...provider, configure: () => ({ client, reader: createReader(client) }) },
    { log: () => {}, env: {} },
  );
  const none = encodeObject(provider.schema.attributes, {});
  await service.ConfigureProvider({ config: none, terraform_version: '1.11.4' } as never);

  for (const [type_name, { schema: own }] of Object.entries(provider.resources)) {
    if (uploads.has(type_name)) continue;
    schema = own.attributes as WireAttributes;
    const config = encodeObject(schema, everything(schema, 'file'));
    const prior_state = encodeObject(schema, null);
    const planned = await service.PlanResourceChange({
      type_name,
      prior_state,
      config,
      proposed_new_state: config,
      prior_private: Buffer.of(),
    } as never);
    const plan = decodeObject(schema, planned.planned_state as never) ?? {};
    const applied = await service.ApplyResourceChange({
      type_name,
      prior_state,
      planned_state: planned.planned_state,
      config,
      planned_private: Buffer.of(),
    } as never);
    expect(applied.diagnostics ?? [], type_name).toEqual([]);
    const state = decodeObject(schema, applied.new_state as never) ?? {};
    for (const path of serverOnly(schema)) {
      const place = `${type_name} ${path.join('.')}`;
      expect(readAt(plan, path), place).toBe(UNKNOWN);
      const attribute = path.reduce<WireAttribute | undefined>(
        (at, name) => (at?.nested?.attributes ?? schema)[name],
        undefined,
      );
      if (attribute === undefined) throw new Error(place);
      // A key that is encrypted here has no member in the answer.
      if (attribute.wire === undefined) expect(readAt(state, path), place).toBeNull();
      else expect(readAt(state, path), place).toEqual(said(attribute, 'server'));
    }
  }
});

test('of a data source is what the server answered', async () => {
  for (const [type_name, { schema }] of Object.entries(provider.dataSources)) {
    const told = everything(schema.attributes, 'server');
    const service = createService(
      {
        ...provider,
        configure: () => ({}) as never,
        dataSources: { [type_name]: { schema, read: async () => told } },
      },
      { log: () => {}, env: {} },
    );
    const none = encodeObject(provider.schema.attributes, {});
    await service.ConfigureProvider({ config: none, terraform_version: '1.11.4' } as never);
    const asked = everything(schema.attributes, 'file');
    const { state } = (await service.ReadDataSource({
      type_name,
      config: encodeObject(schema.attributes, asked),
    } as never)) as { state: never };
    const read = decodeObject(schema.attributes, state) ?? {};
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      const expected = isConfigurable(attribute) ? asked[name] : told[name];
      expect(read[name], `data ${type_name} ${name}`).toEqual(expected);
    }
  }
});

test('a secret that no file names is planned and sent as the server has it, of every resource', () => {
  let count = 0;
  const secretsOf = (attributes: WireAttributes, at: readonly string[] = []): string[][] =>
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const path = [...at, name];
      if (isSecret(attribute) && attribute.sent && attribute.writeOnly !== true) return [path];
      const { nested } = attribute;
      return nested?.nesting === 'single' ? secretsOf(nested.attributes, path) : [];
    });
  for (const [type, { schema }] of Object.entries(resolved.resources)) {
    const stored = everything(schema.attributes, 'server');
    for (const path of secretsOf(schema.attributes)) {
      const name = path.at(-1) ?? '';
      const parent = path.slice(0, -1);
      const without = (value: ValueObject, [step, ...rest]: readonly string[]): ValueObject => {
        if (step === undefined) return { ...value, [name]: null };
        const inner = value[step] ?? null;
        return { ...value, [step]: isObject(inner) ? without(inner, rest) : inner };
      };
      const config = without({ ...stored, display_name: 'another' }, parent);
      const { planned } = planChange(schema.attributes, config, stored);
      const place = `${type} ${path.join('.')}`;
      const attribute = path.reduce<WireAttribute | undefined>(
        (at, step) => (at?.nested?.attributes ?? schema.attributes)[step],
        undefined,
      );
      // What an object cannot do without has to be named: a file without it is refused, and nothing is erased.
      if (attribute?.presence === 'required' || attribute?.variant?.required) continue;
      expect(readAt(planned, path), place).toEqual(readAt(stored, path));
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(10);
});
