/**
 * A provider with one of everything the runtime can do, over a map in memory: what the runtime
 * promises is shown with it, whatever the real resources happen to use.
 */

import { ProviderError } from '../../../cdktf-provider/runtime/diagnostics.ts';
import type { Numeric } from '../../../cdktf-provider/runtime/number.ts';
import { numberToText } from '../../../cdktf-provider/runtime/number.ts';
import type {
  FunctionDefinition,
  ProviderDefinition,
  ResourceDefinition,
} from '../../../cdktf-provider/runtime/provider.ts';
import { FunctionFailure, PartialCreate } from '../../../cdktf-provider/runtime/provider.ts';
import type { Attributes, Schema } from '../../../cdktf-provider/runtime/schema.ts';
import type { Value, ValueObject } from '../../../cdktf-provider/runtime/value.ts';

export interface Probe {
  readonly things: Map<string, ValueObject>;
  readonly secrets: Value[];
  readonly calls: string[];
  readonly openLeases: Set<string>;
  fail: 'never' | 'create' | 'create-partly' | 'update';
}

export function createProbe(): Probe {
  return { things: new Map(), secrets: [], calls: [], openLeases: new Set(), fail: 'never' };
}

const attributes: Attributes = {
  id: { description: 'Id.', presence: 'computed', type: 'string' },
  revision: {
    description: 'Moves with every change.',
    presence: 'computed',
    type: 'number',
    volatile: true,
  },
  name: {
    description: 'Name.',
    presence: 'required',
    type: 'string',
    checks: { minLength: 1, maxLength: 20 },
  },
  kind: {
    description: 'Kind.',
    presence: 'required',
    type: 'string',
    replaces: true,
    checks: { enum: ['Round', 'Square'] },
  },
  zone: { description: 'Zone.', presence: 'optional-computed', type: 'string', default: 'UTC' },
  owner: {
    description: 'Chosen by the server unless set.',
    presence: 'optional-computed',
    type: 'string',
  },
  count_exact: { description: 'Any number.', presence: 'optional', type: 'number' },
  enabled: { description: 'Flag.', presence: 'optional', type: 'bool' },
  phone: {
    description: 'Answered in capitals.',
    presence: 'optional',
    type: 'string',
    equivalent: 'letter-case',
  },
  labels: { description: 'In order.', presence: 'optional', type: { list: 'string' }, maxItems: 3 },
  regions: { description: 'Without order.', presence: 'optional', type: { set: 'string' } },
  headers: { description: 'By name.', presence: 'optional', type: { map: 'string' } },
  token: { description: 'Secret.', presence: 'optional', type: 'string', sensitive: true },
  password: {
    description: 'Never stored.',
    presence: 'optional',
    type: 'string',
    writeOnly: true,
    sensitive: true,
  },
  password_version: {
    description: 'Raise to send it again.',
    presence: 'optional',
    type: 'number',
  },
  settings: {
    description: 'One object.',
    presence: 'optional',
    nested: {
      nesting: 'single',
      attributes: {
        mode: {
          description: 'Mode.',
          presence: 'required',
          type: 'string',
          checks: { enum: ['fast', 'slow'] },
        },
        limit: { description: 'Limit.', presence: 'optional-computed', type: 'number', default: 5 },
        code: { description: 'Made by the server.', presence: 'computed', type: 'string' },
      },
    },
  },
  steps: {
    description: 'Objects in order.',
    presence: 'optional',
    nested: {
      nesting: 'list',
      attributes: {
        step_id: { description: 'Made by the server.', presence: 'computed', type: 'string' },
        text: { description: 'Text.', presence: 'optional', type: 'string' },
      },
    },
  },
  members: {
    description: 'Objects without order.',
    presence: 'optional',
    nested: {
      nesting: 'set',
      attributes: { user: { description: 'User.', presence: 'required', type: 'string' } },
    },
  },
  limits: {
    description: 'Objects by name.',
    presence: 'optional',
    nested: {
      nesting: 'map',
      attributes: { max: { description: 'Max.', presence: 'required', type: 'number' } },
    },
  },
};

const schema = (parts: Attributes, version = 0): Schema => ({
  version,
  description: 'For tests.',
  attributes: parts,
});

let serial = 0;

const thing: ResourceDefinition<Probe> = {
  schema: schema(attributes, 2),
  validate: (config) =>
    config.enabled === true && config.token === null
      ? [
          {
            severity: 'error',
            summary: 'Missing token',
            detail: 'enabled needs token.',
            path: ['enabled'],
          },
        ]
      : [],
  create: async (probe, planned, config) => {
    probe.calls.push('create');
    probe.secrets.push(config.password ?? null);
    if (probe.fail === 'create') throw refused('create');
    serial += 1;
    const made = complete(planned, `thing-${serial}`, 1);
    probe.things.set(`thing-${serial}`, made);
    if (probe.fail === 'create-partly')
      throw new PartialCreate({ ...made, zone: null }, refused('finish'));
    return made;
  },
  read: async (probe, stored) => {
    const found = probe.things.get(String(stored.id));
    if (found === undefined) return null;
    const phone = typeof found.phone === 'string' ? found.phone.toUpperCase() : null;
    return { ...found, phone };
  },
  update: async (probe, planned, config, prior) => {
    probe.calls.push('update');
    probe.secrets.push(config.password ?? null);
    if (probe.fail === 'update') throw refused('update');
    const changed = complete(planned, String(prior.id), Number(prior.revision) + 1);
    probe.things.set(String(prior.id), changed);
    return changed;
  },
  remove: async (probe, stored) => {
    probe.calls.push('remove');
    probe.things.delete(String(stored.id));
  },
  importId: (id) => ({ id }),
  upgrade: (state, version) => (version < 2 ? { ...state, zone: state.time_zone ?? 'UTC' } : state),
  takesOver: [{ provider: 'elder/elder', type: 'elder_thing' }],
};

function complete(planned: ValueObject, id: string, revision: number): ValueObject {
  const steps = Array.isArray(planned.steps)
    ? planned.steps.map((step: ValueObject, index: number) => ({
        ...step,
        step_id: `step-${index}`,
      }))
    : planned.steps;
  const settings =
    planned.settings === null ? null : { ...(planned.settings as ValueObject), code: 'c-1' };
  const owner = typeof planned.owner === 'string' ? planned.owner : 'server';
  return { ...planned, id, revision, owner, steps: steps ?? null, settings };
}

function refused(what: string): ProviderError {
  return new ProviderError([
    {
      severity: 'error',
      summary: `Cannot ${what}`,
      detail: 'The probe was told to fail.',
      path: ['name'],
    },
  ]);
}

const doubled: FunctionDefinition = {
  summary: 'Twice a number',
  description: 'Exact.',
  parameters: [{ name: 'value', type: 'number', description: 'A whole number.' }],
  returns: 'string',
  call: ([value]) => {
    const text = numberToText(value as Numeric);
    if (!/^-?\d+$/.test(text)) throw new FunctionFailure('must be a whole number', 0);
    return String(BigInt(text) * 2n);
  },
};

export function probeProvider(probe: Probe): ProviderDefinition<Probe> {
  return {
    name: 'probe',
    version: '0.0.1',
    address: 'registry.terraform.io/tocsin/probe',
    schema: schema({ mood: { description: 'Any.', presence: 'optional', type: 'string' } }),
    configure: (_config, { log }) => {
      log('info', 'probe configured');
      return probe;
    },
    resources: { probe_thing: thing },
    dataSources: {
      probe_things: {
        schema: schema({
          prefix: { description: 'Prefix.', presence: 'optional', type: 'string' },
          names: { description: 'Found.', presence: 'computed', type: { list: 'string' } },
        }),
        read: async ({ things }, { prefix }) => ({
          names: [...things.values()]
            .map(({ name }) => name ?? '')
            .filter((name) => String(name).startsWith(String(prefix ?? ''))),
        }),
      },
    },
    ephemeralResources: {
      probe_lease: {
        schema: schema({
          label: { description: 'Label.', presence: 'required', type: 'string' },
          secret: { description: 'Secret.', presence: 'computed', type: 'string', sensitive: true },
        }),
        open: async ({ openLeases, calls }, { label }) => {
          openLeases.add(String(label));
          calls.push('open');
          return { result: { secret: `s-${label}` }, memory: String(label) };
        },
        close: async ({ openLeases, calls }, memory) => {
          openLeases.delete(memory);
          calls.push('close');
        },
      },
    },
    functions: { doubled },
  };
}

/** What the state of another provider needs to be read at all: that provider's presence. */
const present = (name: string): ProviderDefinition<null> => ({
  name,
  version: '0.0.1',
  address: `registry.terraform.io/${name}/${name}`,
  schema: schema({}),
  configure: () => null,
  resources: {},
  dataSources: {},
  ephemeralResources: {},
  functions: {},
});

export const elderProvider = present('elder');
/** The commercial original, whose state may be taken over. */
export const originalProvider = present('allquiet');
