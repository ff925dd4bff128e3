import { snakeCase } from '../../../cdktf-provider/rest/names.ts';

/** Objects of code, and what Terraform says of a plan of them. */

export type Value = string | number | boolean | null | Value[] | { [member: string]: Value };

/** An object of code; `wire` is what the API takes, in which `ref` names another object of the same code. */
export interface Coded {
  type: string;
  path: string;
  wire: { [member: string]: Value };
}

export interface People {
  teamId: string;
  ada: string;
  bo: string;
  /** Who has no number. */
  dee: string;
  /** Who is suspended. */
  cy: string;
}

export const ref = (type: string) => `ref ${type}`;
const referred = (value: Value) =>
  typeof value === 'string' ? /^ref (.*)$/.exec(value)?.[1] : undefined;

/** The schedule whose people the one step of the policy tells, and where incidents come from. */
export function code(
  { teamId, ada }: People,
  given: { layer?: object; step?: object; policy?: object; integration?: object } = {},
): Coded[] {
  const owned = { teamId };
  return [
    {
      type: 'tocsin_schedule',
      path: '/on-call-schedule',
      wire: {
        ...{ displayName: 'Primary', ...owned, timeZoneId: 'Europe/Berlin' },
        layers: [{ groups: [{ userIds: [ada] }], ...given.layer }],
      },
    },
    {
      type: 'tocsin_escalation_policy',
      path: '/escalation-policy',
      wire: {
        ...{ displayName: 'Usual', ...owned, isDefault: true },
        steps: [
          { targets: [{ scheduleId: ref('tocsin_schedule'), pick: 'onCall' }], ...given.step },
        ],
        ...given.policy,
      },
    },
    {
      type: 'tocsin_integration',
      path: '/inbound-integration',
      wire: { displayName: 'Probe', ...owned, type: 'Webhook', ...given.integration },
    },
  ];
}

export type Made = ReadonlyMap<string, string>;

/** With the ids of those that are there. */
export function known(made: Made, value: Value): Value {
  const id = made.get(referred(value) ?? '');
  if (id !== undefined) return id;
  if (Array.isArray(value)) return value.map((one) => known(made, one));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, known(made, one)]));
}

/** What `terraform show -json` prints of a plan that makes these, or leaves those alone that are there but for one. */
export function planOf(
  objects: readonly Coded[],
  made: Made = new Map(),
  deleted?: string,
): object {
  const given = objects.map(({ type, path, wire }) => {
    const userId = /^\/user\/(.*)\/notification-rules$/.exec(path)?.[1];
    return { type, values: userId === undefined ? wire : { userId, ...wire } };
  });
  return {
    format_version: '1.2',
    resource_changes: given.map(({ type, values }) => ({
      ...{ address: `${type}.core`, mode: 'managed', type, name: 'core' },
      provider_name: 'registry.terraform.io/tocsin/tocsin',
      change: changeOf(values, made.get(type), type === deleted),
    })),
    configuration: {
      root_module: {
        resources: given.flatMap(({ type, values }) => ({
          ...{ type, name: 'core' },
          expressions: Object.fromEntries(
            Object.entries(values).map(([name, value]) => [
              snakeCase(name),
              {
                references: [...new Set(refsIn(value))].flatMap((of) => [
                  `${of}.core.id`,
                  `${of}.core`,
                ]),
              },
            ]),
          ),
        })),
      },
    },
  };
}

function changeOf(values: { [member: string]: Value }, id: string | undefined, isDeleted: boolean) {
  if (id === undefined)
    return {
      ...{ actions: ['create'], before: null, after: planned(values) },
      after_unknown: { id: true, ...(unknownIn(values) as object) },
    };
  const before = { ...(planned(values) as object), id };
  return isDeleted
    ? { actions: ['delete'], before, after: null, after_unknown: {} }
    : { actions: ['no-op'], before, after: before, after_unknown: {} };
}

/** The kinds of objects that it names. */
export function refsIn(value: Value): string[] {
  return [...JSON.stringify(value).matchAll(/"ref ([^"]*)"/g)].map(([, type]) => String(type));
}

/** As Terraform calls it, without what it does not know before it applies. */
function planned(value: Value): Value {
  if (Array.isArray(value)) return value.map(planned);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([, one]) => referred(one) === undefined);
  return Object.fromEntries(members.map(([name, one]) => [snakeCase(name), planned(one)]));
}

function unknownIn(value: Value): Value {
  if (referred(value) !== undefined) return true;
  if (Array.isArray(value)) return value.map(unknownIn);
  if (value === null || typeof value !== 'object') return false;
  const members = Object.entries(value).map(
    ([name, one]) => [snakeCase(name), unknownIn(one)] as const,
  );
  return Object.fromEntries(members.filter(([, one]) => one !== false));
}

/** The code itself, a line for each member. */
export function written(objects: readonly Coded[]): string {
  const text = (value: Value, indent: string): string => {
    const of = referred(value);
    if (of !== undefined) return `${of}.core.id`;
    const inner = `${indent}  `;
    if (Array.isArray(value))
      return `[\n${value.map((one) => `${inner}${text(one, inner)},\n`).join('')}${indent}]`;
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    const members = Object.entries(value);
    return `{\n${members.map(([name, one]) => `${inner}${snakeCase(name)} = ${text(one, inner)}\n`).join('')}${indent}}`;
  };
  return objects
    .map(({ type, wire }) => `resource "${type}" "core" ${text(wire, '')}\n`)
    .join('\n');
}

/** The address of the resource in which a line is. */
export function resourceAt(source: string, line: number): string {
  const heads = source.split('\n').slice(0, line);
  const head = heads.findLast((one) => one.startsWith('resource ')) ?? '';
  return [...head.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join('.');
}
