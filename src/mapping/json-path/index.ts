/**
 * JSONPath for mapping steps: RFC 9535, plus the spellings people know from Json.NET.
 *
 * json-p3 parses (it passes the RFC's whole compliance suite); selection is done here, because a mapping wants the
 * first node only, under a step budget, without recursion on deep documents, and with numbers that keep their
 * source text.
 *
 * Design notes: what a path that is valid RFC 9535 finds is exactly what the RFC says. Only a path the RFC rejects,
 * or whose comparisons find nothing, is read as Json.NET, and then compares as Json.NET does. Paths of plain names
 * and indexes, which are nearly all paths in practice, bypass the general evaluation.
 */
import type { Budget } from '../budget.ts';
import { isObject } from '../json-text.ts';
import type { Json } from '../types.ts';
import type { ListCache } from './lists.ts';
import { type outOfBudget, selectFirst } from './select.ts';
import { parseQuery, type Query } from './syntax.ts';

export type { ListCache } from './lists.ts';
export { outOfBudget } from './select.ts';

export interface JsonPath {
  readonly query: Query;
  /** The keys of a path of plain names and indexes, null for every other path. */
  readonly keys: readonly (string | number)[] | null;
}

/** Compiles a path. Throws `JsonPathSyntaxError` with a text for its author. */
export function compileJsonPath(path: string): JsonPath {
  const query = parseQuery(path);
  return { query, keys: plainKeys(query) };
}

/**
 * The first value the path selects in document order, undefined when it selects none. A path of RFC 9535 whose
 * comparisons find nothing is read once more with those of Json.NET: monitoring tools send numbers as texts, and
 * `persons[?(@.age > 3)]`, which only Json.NET knows, should not find what `$.persons[?(@.age > 3)]` does not.
 */
export function firstValue(
  path: JsonPath,
  root: Json,
  budget: Budget,
  lists?: ListCache,
): Json | undefined | typeof outOfBudget {
  if (path.keys !== null) return follow(path.keys, root);
  const found = selectFirst(path.query, root, budget, lists);
  if (found !== undefined || path.query.jsonNet || !path.query.compares) return found;
  return selectFirst({ ...path.query, jsonNet: true }, root, budget, lists);
}

function plainKeys(query: Query): (string | number)[] | null {
  const keys: (string | number)[] = [];
  for (const { descendant, selectors } of query.segments) {
    const [selector] = selectors;
    if (descendant || selector === undefined || selectors.length > 1) return null;
    if (selector.kind === 'name') keys.push(selector.name);
    else if (selector.kind === 'index') keys.push(selector.index);
    else return null;
  }
  return keys;
}

function follow(keys: readonly (string | number)[], root: Json): Json | undefined {
  let value: Json | undefined = root;
  for (const key of keys) {
    if (value === undefined) return undefined;
    if (typeof key === 'string') {
      // `hasOwn` because a path may ask for `constructor` or `__proto__`.
      if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
      value = value[key];
    } else {
      if (!Array.isArray(value)) return undefined;
      value = value[key < 0 ? value.length + key : key];
    }
  }
  return value;
}
