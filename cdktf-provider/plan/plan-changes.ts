/**
 * The changes of a plan, as the change set that the server judges. An object that does not exist yet is
 * `new:<address>`, also where others name it: Terraform only says that such an id is known after apply, and what the
 * expression names. Where these do not settle it, and where any other value is known only after apply, the plan is not
 * guessed: it is among the undecided.
 */

import { exportSchema } from '../export/schema.ts';
import { toBody } from '../rest/objects.ts';
import { isSecret, type WireShape, type WireShapes } from '../rest/resolved.ts';
import {
  isList,
  isObject,
  isUnknown,
  mapValues,
  UNKNOWN,
  type Value,
  type ValueObject,
} from '../runtime/value.ts';
import { attributeText } from './attribute-path.ts';
import { plannedTypeOf } from './entity-types.ts';
import { isConfigured, namedBy } from './named-objects.ts';
import type { PlanFile, PlannedResource } from './plan-file.ts';

export interface PlannedChange {
  action: 'create' | 'replace' | 'delete';
  entityType: string;
  /** As stored, or `new:<address>`. */
  id: string;
  /** As a client sends it, without secrets. Null with `delete`. */
  wire: ValueObject | null;
}

export interface PlanChanges {
  changes: PlannedChange[];
  /** Existing objects that the plan leaves as they are, in the form of creations. */
  unchanged: PlannedChange[];
  /** Values that are known only after apply and may decide who is told. */
  undecided: { address: string; attribute: string }[];
  /**
   * Where objects are in code: by entity type and id (or `new:<address>`) with a space between; and by the id alone, of
   * the first object that has it.
   */
  addresses: Map<string, string>;
}

/** Pure. */
export function changesOfPlan({ resources, configuration }: PlanFile): PlanChanges {
  const own = resources.flatMap((one) => knownResource(one) ?? []);
  const reading: Reading = {
    configuration,
    byAddress: new Map(own.map((one) => [one.resource.address, one])),
    undecided: [],
  };
  const addresses = new Map<string, string>();
  const unchanged: PlannedChange[] = [];
  const changes = own.flatMap((one) => {
    const id = idAfter(reading, one);
    const before = idBefore(one);
    if (id !== null && one.resource.actions.every((action) => action === 'no-op'))
      unchanged.push({
        ...{ action: 'create', entityType: one.entityType, id },
        wire: wireOf(reading, one),
      });
    for (const each of [id, before]) {
      if (each === null) continue;
      addresses.set(`${one.entityType} ${each}`, one.resource.address);
      if (!addresses.has(each)) addresses.set(each, one.resource.address);
    }
    return changesOf(reading, one, before, id);
  });
  return { changes, unchanged, undecided: reading.undecided, addresses };
}

/** A resource of this provider, or of the commercial original, that takes part in who is told. */
interface KnownResource {
  resource: PlannedResource;
  entityType: string;
  idAttribute: string;
  attributes: WireShapes;
}

interface Reading {
  configuration: ValueObject;
  byAddress: ReadonlyMap<string, KnownResource>;
  undecided: PlanChanges['undecided'];
}

function knownResource(resource: PlannedResource): KnownResource | null {
  if (!/\/(tocsin\/tocsin|allquiet\/allquiet)$/.test(resource.provider)) return null;
  const type = resource.type.replace(/^allquiet_/, 'tocsin_');
  const known = exportSchema[type];
  const planned = plannedTypeOf(type);
  if (!known || !planned) return null;
  const { entityType, idAttribute = 'id' } = planned;
  return { resource, entityType, idAttribute, attributes: known.attributes };
}

function changesOf(
  reading: Reading,
  known: KnownResource,
  before: string | null,
  after: string | null,
): PlannedChange[] {
  const { entityType, resource } = known;
  const makes = resource.actions.includes('create');
  const removes = resource.actions.includes('delete');
  const updates = resource.actions.includes('update');
  const removed: PlannedChange[] =
    removes && before !== null && before !== after
      ? [{ action: 'delete', entityType, id: before, wire: null }]
      : [];
  if (!makes && !updates) return removed;
  const wire = wireOf(reading, known);
  if (after === null) return removed;
  return [{ action: updates ? 'replace' : 'create', entityType, id: after, wire }, ...removed];
}

function idBefore({ resource: { before }, idAttribute }: KnownResource): string | null {
  const id = before?.[idAttribute];
  return typeof id === 'string' ? id.toLowerCase() : null;
}

/** The id of the object once the plan is applied; null where that cannot be told. */
function idAfter(reading: Reading, known: KnownResource): string | null {
  const { resource, idAttribute } = known;
  if (resource.after === null) return null;
  if (!resource.actions.includes('create')) return idBefore(known);
  if (idAttribute === 'id') return `new:${resource.address}`;
  const given = resource.after?.[idAttribute];
  if (typeof given === 'string') return given.toLowerCase();
  const [named, ...others] = idsNamedBy(reading, resource, idAttribute);
  return named !== undefined && others.length === 0 ? named : null;
}

/** Ids of objects that do not exist yet, in the order in which the expression names them; null: not all is clear. */
function newIdsNamedBy(
  reading: Reading,
  resource: PlannedResource,
  attribute: string,
  entityType: string,
): { ids: string[]; isClear: boolean } {
  const named = namedBy(reading.configuration, resource, attribute);
  let isClear = true;
  const ids = named.flatMap((one) => {
    const owner = one === 'unclear' ? undefined : reading.byAddress.get(one.address);
    if (one === 'unclear' || (!owner && /_id$|^id$/.test(one.attribute))) isClear = false;
    if (one === 'unclear' || !owner) return [];
    const isOfKind = owner.entityType === entityType && one.attribute === 'id';
    const id = isOfKind || one.attribute === owner.idAttribute ? idAfter(reading, owner) : null;
    return id?.startsWith('new:') && (isOfKind || owner.idAttribute !== 'id') ? [id] : [];
  });
  return { ids, isClear };
}

function idsNamedBy(reading: Reading, resource: PlannedResource, attribute: string): string[] {
  const entityType = attribute === 'integration_id' ? 'InboundIntegration' : ownerOf(attribute);
  const { ids } = newIdsNamedBy(reading, resource, attribute, entityType);
  return ids;
}

/** `team_id` → `Team`. */
function ownerOf(attribute: string): string {
  const noun = attribute.replace(/_id$/, '');
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** A value that is known only after apply. */
interface Unknown {
  /** Members, and places in lists: `rules`, `0`, `actions`. */
  path: readonly (string | number)[];
  /** The entity type if the value is an id, else null. */
  references: string | null;
}

function wireOf(reading: Reading, { resource, attributes }: KnownResource): ValueObject {
  const { after, afterUnknown } = resource;
  const unknowns = isObject(afterUnknown) ? afterUnknown : {};
  const config: Record<string, Value> = {};
  const planned: Record<string, Value> = {};
  const sent: Record<string, WireShape> = {};
  for (const [name, shape] of Object.entries(attributes)) {
    // The commercial original's provider does not know all of them.
    const isThere = Object.hasOwn(after ?? {}, name) || Object.hasOwn(unknowns, name);
    if (!shape.sent || !isThere) continue;
    sent[name] = shape;
    const isGiven = isConfigured(reading.configuration, resource, name);
    const given = withUnknowns(after?.[name] ?? null, unknowns[name] ?? false);
    // The server chooses it.
    if (isUnknown(given) && !isGiven) continue;
    planned[name] = filled(reading, resource, name, shape, withoutSecrets(shape, given));
    if (isGiven) config[name] = planned[name];
  }
  return toBody(sent, planned, config);
}

/** The planned value with what is known only after apply marked in it. */
function withUnknowns(value: Value, unknown: Value): Value {
  if (unknown === true) return UNKNOWN;
  if (isList(unknown)) {
    const items = isList(value) ? value : [];
    const length = Math.max(items.length, unknown.length);
    return value === null && length === 0
      ? null
      : Array.from({ length }, (_item, at) =>
          withUnknowns(items[at] ?? null, unknown[at] ?? false),
        );
  }
  if (isObject(unknown) && (isObject(value) || Object.keys(unknown).length > 0)) {
    const members = isObject(value) ? value : {};
    const names = new Set([...Object.keys(members), ...Object.keys(unknown)]);
    return Object.fromEntries(
      [...names].map((name) => [name, withUnknowns(members[name] ?? null, unknown[name] ?? false)]),
    );
  }
  return value;
}

/** Left out, secrets stay as they are stored. */
function withoutSecrets(shape: WireShape, value: Value): Value {
  if (isSecret(shape) || shape.writeOnly === true) return null;
  const { nested } = shape;
  if (!nested) return value;
  const one = (item: Value): Value =>
    isObject(item)
      ? Object.fromEntries(
          Object.entries(item).map(([name, member]) => {
            const inner = nested.attributes[name];
            return [name, inner ? withoutSecrets(inner, member) : member];
          }),
        )
      : item;
  if (isList(value)) return value.map(one);
  return nested.nesting === 'map' && isObject(value) ? mapValues(value, one) : one(value);
}

/** The value with ids of new objects in place of unknown ones. Values that stay unknown are noted, and left out. */
function filled(
  reading: Reading,
  resource: PlannedResource,
  attribute: string,
  shape: WireShape,
  value: Value,
): Value {
  const unknowns = [...unknownsIn(shape, value, [attribute])];
  if (unknowns.length === 0) return value;
  const ids = idsFor(reading, resource, attribute, unknowns);
  unknowns.forEach(({ path }, at) => {
    if (ids[at] === null) noteUndecided(reading, resource.address, path);
  });
  let next = 0;
  const fill = (inner: WireShape, one: Value): Value => {
    if (isUnknown(one)) return counts(inner) ? (ids[next++] ?? UNKNOWN) : UNKNOWN;
    if (isList(one)) return one.map((item) => fill(inner, item)).filter((item) => !isUnknown(item));
    if (!isObject(one)) return one;
    return Object.fromEntries(
      Object.entries(inner.nested?.attributes ?? {}).map(([name, member]) => [
        name,
        fill(member, one[name] ?? null),
      ]),
    );
  };
  return fill(shape, value);
}

/** Whether a value that is unknown is one that the configuration gives: the server chooses the others. */
function counts({ sent, presence, references }: WireShape): boolean {
  return sent && (references !== undefined || presence !== 'optional-computed');
}

function* unknownsIn(shape: WireShape, value: Value, path: Unknown['path']): Generator<Unknown> {
  if (isUnknown(value)) {
    if (counts(shape)) yield { path, references: shape.references ?? null };
  } else if (isList(value)) {
    for (const [at, item] of value.entries()) yield* unknownsIn(shape, item, [...path, at]);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(shape.nested?.attributes ?? {}))
      yield* unknownsIn(member, value[name] ?? null, [...path, name]);
  }
}

/**
 * Which new object each unknown value names. An expression names objects in an order, and items of lists have one; a
 * list that a function turns around is not seen. Where the numbers differ, nothing is said, unless only one object is
 * named.
 */
function idsFor(
  reading: Reading,
  resource: PlannedResource,
  attribute: string,
  unknowns: readonly Unknown[],
): (string | null)[] {
  const ids: (string | null)[] = unknowns.map(() => null);
  const kinds = new Set(unknowns.flatMap(({ references }) => references ?? []));
  for (const kind of kinds) {
    const places = unknowns.flatMap(({ references }, at) => (references === kind ? at : []));
    const { ids: named, isClear } = newIdsNamedBy(reading, resource, attribute, kind);
    const [only, ...others] = new Set(named);
    if (only === undefined) continue;
    const isSame = named.length === places.length;
    const isOnly = others.length === 0 && (isClear || isSame);
    const isOrdered = isSame && areOrdered(places.map((at) => unknowns[at]?.path ?? []));
    if (!isOnly && !isOrdered) continue;
    places.forEach((place, at) => {
      ids[place] = isOnly ? only : (named[at] ?? null);
    });
  }
  return ids;
}

/** False where two are in members of one object, which come in any order in code. */
function areOrdered(paths: readonly Unknown['path'][]): boolean {
  return paths.every((path, at) => {
    const next = paths[at + 1];
    const parting = next ? path.findIndex((step, depth) => step !== next[depth]) : -1;
    return parting < 0 || typeof path[parting] === 'number';
  });
}

function noteUndecided({ undecided }: Reading, address: string, path: Unknown['path']): void {
  undecided.push({ address, attribute: attributeText(path) });
}
