import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { isSafe } from '../../parts/is-safe.ts';

export type Attribute = components['schemas']['IncidentAttribute'];

/** An object of the payload, member by member. */
export interface Nested {
  name: string;
  rows: readonly { name: string; value: string }[];
}

export interface Arranged {
  plain: readonly Attribute[];
  nested: readonly Nested[];
  /** JSON, for whoever wants to see all of it. */
  raw: readonly { name: string; value: string }[];
}

/**
 * Attributes so that nothing is read twice: an object and its members, which mappings give both, become one table, and
 * a member that an attribute of the same name says as well is left out of it. All of it is in `raw`.
 */
export function arrangeAttributes(attributes: readonly Attribute[]): Arranged {
  const parsed = new Map(
    attributes.map((one) => [one.name, one.isImage ? null : jsonOf(one.value)]),
  );
  const parents = [...parsed].flatMap(([name, json]) => (json === null ? [] : name));
  const isMember = ({ name }: Attribute) => parents.some((parent) => name.startsWith(`${parent}.`));
  const plain = attributes.filter((one) => parsed.get(one.name) === null && !isMember(one));
  const said = new Set(plain.map(({ name, value }) => `${plainName(name)}=${value ?? ''}`));
  const nested = parents
    // An object within an object is in the table of the outer one.
    .filter((name) => !parents.some((other) => name.startsWith(`${other}.`)))
    .map((name) => {
      const members = attributes
        .filter((one) => one.name.startsWith(`${name}.`) && parsed.get(one.name) === null)
        .map((one) => ({ name: one.name.slice(name.length + 1), value: one.value ?? '' }));
      const rows = (members.length > 0 ? members : scalarsOf(parsed.get(name))).filter(
        (row) => !said.has(`${plainName(row.name)}=${row.value}`),
      );
      return { name, rows };
    })
    .filter(({ rows }) => rows.length > 0);
  const raw = attributes.flatMap(({ name, value }) => {
    const json = parsed.get(name);
    return json && !parents.some((other) => name.startsWith(`${other}.`))
      ? { name, value: JSON.stringify(json, null, 2) ?? value ?? '' }
      : [];
  });
  return { plain, nested, raw };
}

/** An object or a list; null for whatever else. */
function jsonOf(value: string | null): object | null {
  if (value === null || !/^\s*[{[]/.test(value)) return null;
  try {
    const json: unknown = JSON.parse(value);
    return typeof json === 'object' ? json : null;
  } catch {
    return null;
  }
}

function scalarsOf(json: object | null | undefined): { name: string; value: string }[] {
  if (!json || Array.isArray(json)) return [];
  return Object.entries(json).flatMap(([name, value]: [string, unknown]) =>
    value === null || typeof value === 'object' ? [] : { name, value: String(value) },
  );
}

/** `Alert Name`, `alert_name` and `alertname` are one name. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export interface Guide {
  kind: 'runbook' | 'dashboard';
  to: string;
}

const kinds: readonly [Guide['kind'], RegExp][] = [
  ['runbook', /runbook|playbook/],
  ['dashboard', /dashboard|panelurl|grafanaurl/],
];
const address = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/;

/** Links that say what to do or what to look at, each once: the runbook first. */
export function guidesOf(attributes: readonly Attribute[]): Guide[] {
  const { plain, nested } = arrangeAttributes(attributes);
  const all = [...plain, ...nested.flatMap(({ rows }) => rows)];
  const found = kinds.flatMap(([kind, pattern]) =>
    all.flatMap(({ name, value }) => {
      if (!pattern.test(plainName(name))) return [];
      const to = address.exec(value ?? '')?.[0];
      return to !== undefined && isSafe(to) ? { kind, to } : [];
    }),
  );
  return found.filter(({ to }, at) => found.findIndex((one) => one.to === to) === at).slice(0, 4);
}
