import { isObject } from '../../kernel/index.ts';
import type { Product } from '../products/product.ts';
import type { KindAnswer, KindResult, Results } from './read-all.ts';

/** Attributes of a resource, by the names that its provider gives them. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Resources that Terraform or OpenTofu manages, and data that it looked up. */
export interface State {
  resources: readonly StateResource[];
  /** Texts that the state marks as sensitive. */
  secrets: ReadonlySet<string>;
}

export interface StateResource {
  type: string;
  address: string;
  isManaged: boolean;
  attributes: Attributes;
}

/** How resources of a provider become the objects that the product's API answers. */
export interface StateTable {
  /** Types of its resources begin with it. */
  prefix: string;
  /** By kind of the product, and what its API does not tell. */
  kinds: Readonly<Record<string, StateKind>>;
  /** Types that say only how Terraform behaves, or are read with others. */
  further?: readonly string[];
}

export interface StateKind {
  /** Types of which at least one has to be there; the state knows nothing of the kind else. */
  types: readonly string[];
  answers(resources: StateResources): KindAnswer[];
}

/** Resources of the product. */
export interface StateResources {
  /** Attributes of all of these types; what is managed comes first, and each id once. */
  all(...types: readonly string[]): Attributes[];
  /** Without what was only looked up, of which the state has but the name. */
  managed(...types: readonly string[]): Attributes[];
}

/** Null: the JSON is no state. Throws where it is one that cannot be read. */
export function stateIn(json: unknown, name: string): State | null {
  if (!isObject(json)) return null;
  if (json.encrypted_data !== undefined)
    throw new Error(`${name} is encrypted: give what \`tofu show -json\` prints.`);
  if (typeof json.format_version === 'string') return shownState(json);
  if (typeof json.version !== 'number' || !('lineage' in json || 'terraform_version' in json))
    return null;
  if (json.version !== 4)
    throw new Error(
      `${name} is a state of version ${json.version}: give what \`terraform show -json\` prints.`,
    );
  return storedState(json);
}

/** As `terraform show -json` prints a state, or a plan, which has the state before it. */
function shownState(json: Attributes): State | null {
  const prior = isObject(json.prior_state) ? json.prior_state.values : undefined;
  const values = isObject(json.values) ? json.values : prior;
  if (!isObject(values)) return 'terraform_version' in json ? noState : null;
  const resources: StateResource[] = [];
  const secrets = new Set<string>();
  const visit = (module: unknown): void => {
    if (!isObject(module)) return;
    for (const resource of objectsIn(module.resources)) {
      const { type, address, mode, values: attributes, sensitive_values: marks } = resource;
      if (typeof type !== 'string' || !isObject(attributes)) continue;
      resources.push({ type, address: String(address), isManaged: mode !== 'data', attributes });
      addMarked(secrets, attributes, marks);
    }
    for (const child of objectsIn(module.child_modules)) visit(child);
  };
  visit(values.root_module);
  return { resources, secrets };
}

const noState: State = { resources: [], secrets: new Set() };

/** Texts where the marks, which have the shape of the values, say `true`. */
function addMarked(secrets: Set<string>, value: unknown, marks: unknown): void {
  if (marks === true) addTexts(secrets, value);
  else if (Array.isArray(marks) && Array.isArray(value))
    for (const [index, mark] of marks.entries()) addMarked(secrets, value[index], mark);
  else if (isObject(marks) && isObject(value))
    for (const [member, mark] of Object.entries(marks)) addMarked(secrets, value[member], mark);
}

function addTexts(secrets: Set<string>, value: unknown): void {
  if (typeof value === 'string') secrets.add(value);
  else if (Array.isArray(value)) for (const item of value) addTexts(secrets, item);
  else if (isObject(value)) for (const item of Object.values(value)) addTexts(secrets, item);
}

/** A state as it is stored. Objects that are only left to be destroyed are not in it. */
function storedState(json: Attributes): State {
  const resources: StateResource[] = [];
  const secrets = new Set<string>();
  for (const { module, mode, type, name, instances } of objectsIn(json.resources)) {
    if (typeof type !== 'string') continue;
    const at = [module, mode === 'data' ? 'data' : null, type, name].filter(Boolean).join('.');
    for (const { index_key: index, attributes, deposed, sensitive_attributes: paths } of objectsIn(
      instances,
    )) {
      if (deposed !== undefined || !isObject(attributes)) continue;
      const address = index === undefined ? at : `${at}[${JSON.stringify(index)}]`;
      resources.push({ type, address, isManaged: mode !== 'data', attributes });
      for (const path of Array.isArray(paths) ? paths : [])
        addTexts(secrets, valueAt(attributes, path));
    }
  }
  return { resources, secrets };
}

/** By steps such as `{"type": "get_attr", "value": "api_key"}`. */
function valueAt(attributes: Attributes, path: unknown): unknown {
  return objectsIn(path).reduce<unknown>((value, step) => {
    const key = isObject(step.value) ? step.value.value : step.value;
    if (Array.isArray(value)) return value[Number(key)];
    return isObject(value) ? value[String(key)] : undefined;
  }, attributes);
}

function objectsIn(list: unknown): Attributes[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/**
 * Turns a state into what the API of a product would answer. Kinds of which it has nothing are not readable, as it
 * does not say that there are none; and so are resources that are no object of any kind.
 */
export function resultsOfState(
  { kinds }: Pick<Product, 'kinds'>,
  table: StateTable,
  { resources }: State,
): Results {
  const own = resources.filter(({ type }) => type.startsWith(table.prefix));
  const access = accessTo(own);
  const results = new Map<string, KindResult>();
  for (const { name, isWorkedOut } of kinds)
    if (!isWorkedOut) results.set(name, resultOf(table.kinds[name], own, access));
  for (const [name, kind] of Object.entries(table.kinds))
    if (!results.has(name) && isIn(own, kind)) results.set(name, resultOf(kind, own, access));
  const known = new Set([
    ...Object.values(table.kinds).flatMap(({ types }) => types),
    ...(table.further ?? []),
  ]);
  const unknown = own.filter(({ type, isManaged }) => isManaged && !known.has(type));
  for (const [type, others] of Map.groupBy(unknown, (resource) => resource.type))
    results.set(type, absent(`nothing is made of ${listed(others.map(({ address }) => address))}`));
  return results;
}

function resultOf(
  kind: StateKind | undefined,
  own: readonly StateResource[],
  access: StateResources,
): KindResult {
  if (kind === undefined) return absent('the Terraform provider has no resource for them');
  if (isIn(own, kind)) return { state: 'whole', answers: kind.answers(access) };
  return absent(`the state has no ${kind.types.join(' and no ')}`);
}

function isIn(own: readonly StateResource[], { types }: StateKind): boolean {
  return own.some(({ type }) => types.includes(type));
}

function absent(why: string): KindResult {
  return { state: 'notReadable', status: null, why, right: null };
}

const shownMax = 5;

function listed(addresses: readonly string[]): string {
  const more = addresses.length - shownMax;
  return addresses.slice(0, shownMax).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function accessTo(own: readonly StateResource[]): StateResources {
  const of = (resources: readonly StateResource[], types: readonly string[]): Attributes[] => {
    const ordered = resources
      .filter(({ type }) => types.includes(type))
      .toSorted((one, other) => Number(other.isManaged) - Number(one.isManaged));
    const byId = new Map<unknown, Attributes>();
    for (const { type, address, attributes } of ordered) {
      const id = attributes.id === undefined ? address : `${type} ${String(attributes.id)}`;
      if (!byId.has(id)) byId.set(id, attributes);
    }
    return [...byId.values()];
  };
  return {
    all: (...types) => of(own, types),
    managed: (...types) =>
      of(
        own.filter(({ isManaged }) => isManaged),
        types,
      ),
  };
}
