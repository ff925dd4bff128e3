import { badRequest, type ScimError } from '../errors.ts';
import { attributeNamed, resolveTarget } from '../schemas/attribute-target.ts';
import type { ResourceType } from '../schemas/resource-types.ts';
import { type AttributePath, definitionAt, type Filter, pathToText } from './filter.ts';
import { parseFilterText, type Syntax } from './parse-text.ts';

type Comparing = Extract<Syntax, { kind: 'compare' }>;

/** A boolean where the answer is the same for every resource. */
export type ResolvedFilter = Filter | boolean;

/** Parses and resolves a filter for one type of resource. Throws `invalidFilter`. */
export function readFilter(text: string, type: ResourceType): ResolvedFilter {
  return resolveFilter(parseFilterText(text), type);
}

export function resolveFilter(syntax: Syntax, type: ResourceType): ResolvedFilter {
  return resolve(syntax, { type, parent: null });
}

/** The filter inside the brackets of a PATCH path: names are sub-attributes. Throws `invalidFilter`. */
export function readElementFilter(
  text: string,
  type: ResourceType,
  parent: AttributePath,
): ResolvedFilter {
  return resolve(parseFilterText(text), { type, parent });
}

interface Scope {
  type: ResourceType;
  /** The attribute whose brackets we are in. */
  parent: AttributePath | null;
}

function resolve(syntax: Syntax, scope: Scope): ResolvedFilter {
  switch (syntax.kind) {
    case 'and':
    case 'or': {
      const parts = syntax.parts.map((part) => resolve(part, scope));
      return syntax.kind === 'and' ? allOf(parts) : anyOf(parts);
    }
    case 'not':
      return negated(resolve(syntax.part, scope));
    case 'element':
      return resolveElement(syntax, scope);
    case 'present': {
      const path = pathOf(syntax.name, scope);
      return alwaysPresent(path) ? true : { kind: 'present', path };
    }
    case 'compare':
      return resolveComparison(syntax, scope);
  }
}

function allOf(parts: readonly ResolvedFilter[]): ResolvedFilter {
  if (parts.includes(false)) return false;
  const filters = parts.filter((part) => typeof part !== 'boolean');
  const [only, ...more] = filters;
  if (!only) return true;
  return more.length === 0 ? only : { kind: 'and', filters };
}

function anyOf(parts: readonly ResolvedFilter[]): ResolvedFilter {
  if (parts.includes(true)) return true;
  const filters = parts.filter((part) => typeof part !== 'boolean');
  const [only, ...more] = filters;
  if (!only) return false;
  return more.length === 0 ? only : { kind: 'or', filters };
}

function negated(filter: ResolvedFilter): ResolvedFilter {
  return typeof filter === 'boolean' ? !filter : { kind: 'not', filter };
}

function resolveElement(
  { name, part }: Extract<Syntax, { kind: 'element' }>,
  scope: Scope,
): ResolvedFilter {
  const path = pathOf(name, scope);
  if (path.attribute.type !== 'complex' || path.sub || scope.parent)
    throw invalid(`${name} has no sub-attributes to filter by.`);
  const filter = resolve(part, { ...scope, parent: path });
  if (!path.attribute.multiValued) return filter;
  if (filter === true) return { kind: 'present', path };
  return filter === false ? false : { kind: 'element', path, filter };
}

function resolveComparison(syntax: Comparing, scope: Scope): ResolvedFilter {
  const path = valuePath(pathOf(syntax.name, scope), syntax.name);
  const name = pathToText(path);
  if (name === 'schemas' || name.startsWith('meta.')) {
    const known = resolveComputed(name, syntax, scope);
    if (known !== null) return known;
  }
  const { operator } = syntax;
  if (syntax.value === null) {
    if (operator !== 'eq' && operator !== 'ne')
      throw invalid(`null is only for eq and ne, not for ${operator}.`);
    const present: ResolvedFilter = alwaysPresent(path) ? true : { kind: 'present', path };
    return operator === 'ne' ? present : negated(present);
  }
  return { kind: 'compare', path, operator, value: typedValue(path, syntax) };
}

/** Values that no directory stores, because they follow from the resource type. */
function resolveComputed(
  name: string,
  { operator, value }: Comparing,
  { type }: Scope,
): ResolvedFilter | null {
  if (name === 'meta.created' || name === 'meta.lastModified') return null;
  if ((operator !== 'eq' && operator !== 'ne') || typeof value !== 'string')
    throw invalid(`${name} can only be compared with a text by eq and ne.`);
  let equal: ResolvedFilter;
  if (name === 'meta.resourceType') equal = value === type.name;
  else if (name === 'schemas') equal = hasSchema(value, type);
  else throw invalid(`${name} cannot be searched for; use id.`);
  return operator === 'eq' ? equal : negated(equal);
}

function hasSchema(urn: string, type: ResourceType): ResolvedFilter {
  const wanted = urn.toLowerCase();
  if (wanted === type.schema.id.toLowerCase()) return true;
  const extension = type.extensions.find(({ id }) => id.toLowerCase() === wanted);
  if (!extension) return false;
  return anyOf(
    extension.attributes.map((attribute) => ({
      kind: 'present',
      path: { extension: extension.id, attribute, sub: null },
    })),
  );
}

const always = ['schemas', 'id', 'meta', 'meta.created', 'meta.lastModified', 'meta.resourceType'];

function alwaysPresent(path: AttributePath): boolean {
  const name = pathToText(path);
  return always.includes(name) || name === 'meta.location' || name === 'meta.version';
}

function pathOf(name: string, { type, parent }: Scope): AttributePath {
  if (parent) {
    const sub = attributeNamed(parent.attribute.subAttributes, name);
    if (!sub) throw invalid(`${pathToText(parent)} has no sub-attribute ${name}.`);
    return { ...parent, sub };
  }
  const target = resolveTarget(name, type);
  if (target?.kind !== 'attribute')
    throw invalid(`There is no attribute ${name} of a ${type.name}; see /Schemas.`);
  return target.path;
}

/** `emails eq "x"` means `emails.value`. */
function valuePath(path: AttributePath, name: string): AttributePath {
  if (path.attribute.type !== 'complex' || path.sub) return path;
  const sub = attributeNamed(path.attribute.subAttributes, 'value');
  if (!sub)
    throw invalid(
      `${name} has parts; compare one of them, such as ${name}.${path.attribute.subAttributes[0]?.name}.`,
    );
  return { ...path, sub };
}

function typedValue(path: AttributePath, { name, operator, value }: Comparing) {
  const { type } = definitionAt(path);
  const isOrdering = ['gt', 'ge', 'lt', 'le'].includes(operator);
  const isPartial = ['co', 'sw', 'ew'].includes(operator);
  switch (type) {
    case 'boolean': {
      // RFC 7644 section 3.4.2.2: ordering booleans and binaries is an error.
      if (isOrdering || isPartial) throw invalid(`${operator} does not fit ${name}, a boolean.`);
      const truth = typeof value === 'string' ? value.toLowerCase() : String(value);
      if (truth !== 'true' && truth !== 'false')
        throw invalid(`${name} is a boolean; compare it with true or false.`);
      return truth === 'true';
    }
    case 'dateTime': {
      if (isPartial) throw invalid(`${operator} does not fit ${name}, a date and time.`);
      const instant = typeof value === 'string' ? new Date(value) : new Date(Number.NaN);
      if (Number.isNaN(instant.getTime()))
        throw invalid(`${name} is a date and time; write it like "2026-03-02T10:00:00Z".`);
      return instant;
    }
    case 'decimal':
    case 'integer':
      if (isPartial || typeof value !== 'number')
        throw invalid(`${name} is a number; compare it with a number.`);
      return value;
    case 'binary':
      if (isOrdering) throw invalid(`${operator} does not fit ${name}, which is binary.`);
      break;
    case 'string':
    case 'reference':
    case 'complex':
      break;
  }
  if (typeof value !== 'string') throw invalid(`${name} is a text; put the value in quotes.`);
  return value;
}

function invalid(message: string): ScimError {
  return badRequest('invalidFilter', message);
}
