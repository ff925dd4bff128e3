import {
  type AttributePath,
  type Comparison,
  definitionAt,
  type Filter,
  foldCase,
} from '../../scim/index.ts';
import { literalPattern } from '../store/index.ts';

/**
 * Conditions by stored path. Names in it are ours, values are compared as values: nothing a client writes is an
 * operator.
 */
export type Query = { readonly [path: string]: unknown };

/** Where records have what clients search by. */
export interface Fields {
  /** The stored path; throws `invalidFilter` for what cannot be searched by. */
  pathOf(path: AttributePath): string;
  /** The part of a path below its list. */
  subPathOf(path: AttributePath): string;
  /** Conditions for an attribute that is not stored in the record; null for all others. Never asked about `ne`. */
  related(filter: Filter & { path: AttributePath }): Promise<Query> | null;
}

/** The query that finds what the filter means (`matches` in `scim/`). */
export async function compileFilter(filter: Filter, fields: Fields): Promise<Query> {
  switch (filter.kind) {
    case 'and':
      return { $and: await compileAll(filter.filters, fields) };
    case 'or':
      return { $or: await compileAll(filter.filters, fields) };
    case 'not':
      return { $nor: [await compileFilter(filter.filter, fields)] };
    case 'compare': {
      // The opposite of eq, wherever the value is.
      const related = fields.related({ ...filter, operator: withoutNe(filter.operator) });
      if (related) return filter.operator === 'ne' ? { $nor: [await related] } : related;
      return { [fields.pathOf(filter.path)]: condition(filter) };
    }
    case 'present':
      return (await fields.related(filter)) ?? present(filter.path, fields);
    case 'element': {
      const related = fields.related(filter);
      if (related) return related;
      const list = fields.pathOf({ ...filter.path, sub: null });
      const inElement = { [list]: { $elemMatch: compileElement(filter.filter, fields) } };
      // Equal values by themselves, too: an index over them finds the few records that come into question.
      const equal = equalities(filter.filter).map((one) => ({
        [fields.pathOf(one.path)]: condition(one),
      }));
      return equal.length === 0 ? inElement : { $and: [...equal, inElement] };
    }
  }
}

function compileAll(filters: readonly Filter[], fields: Fields): Promise<Query[]> {
  return Promise.all(filters.map((filter) => compileFilter(filter, fields)));
}

/** Compiles a filter on one element of a list. */
function compileElement(filter: Filter, fields: Fields): Query {
  switch (filter.kind) {
    case 'and':
      return { $and: filter.filters.map((part) => compileElement(part, fields)) };
    case 'or':
      return { $or: filter.filters.map((part) => compileElement(part, fields)) };
    case 'not':
      return { $nor: [compileElement(filter.filter, fields)] };
    case 'compare':
      return { [fields.subPathOf(filter.path)]: condition(filter) };
    case 'present':
      return { [fields.subPathOf(filter.path)]: someValue };
    case 'element':
      // Lists in lists there are none.
      return { $nor: [{}] };
  }
}

function equalities(filter: Filter): Comparison[] {
  if (filter.kind === 'and') return filter.filters.flatMap(equalities);
  return filter.kind === 'compare' && filter.operator === 'eq' ? [filter] : [];
}

function withoutNe(operator: Comparison['operator']): Comparison['operator'] {
  return operator === 'ne' ? 'eq' : operator;
}

/** An empty text counts as no value. */
const someValue = { $nin: [null, ''] };

function present(path: AttributePath, fields: Fields): Query {
  const { attribute, sub } = path;
  if (attribute.type !== 'complex') return { [fields.pathOf(path)]: someValue };
  const subs = sub ? [sub] : attribute.subAttributes;
  const any = (pathOf: (one: AttributePath) => string) => ({
    $or: subs.map((one) => ({ [pathOf({ ...path, sub: one })]: someValue })),
  });
  if (!attribute.multiValued) return any((one) => fields.pathOf(one));
  const list = fields.pathOf({ ...path, sub: null });
  return { [list]: { $elemMatch: any((one) => fields.subPathOf(one)) } };
}

function condition({ path, operator, value }: Comparison): Query {
  const { caseExact } = definitionAt(path);
  const wanted = typeof value === 'string' && !caseExact ? foldCase(value) : value;
  switch (operator) {
    case 'eq':
      return { $eq: wanted };
    case 'ne':
      return { $ne: wanted };
    case 'gt':
      return { $gt: wanted };
    case 'ge':
      return { $gte: wanted };
    case 'lt':
      return { $lt: wanted };
    case 'le':
      return { $lte: wanted };
    case 'co':
      return { $regex: literalPattern(String(wanted)) };
    case 'sw':
      return { $regex: `^${literalPattern(String(wanted))}` };
    case 'ew':
      // Not `$`, which also matches before a line break at the end.
      return { $regex: `${literalPattern(String(wanted))}(?![\\s\\S])` };
  }
}
