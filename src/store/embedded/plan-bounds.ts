import { isOrdered, isPoint, sameClass } from './plan-values.ts';
import type { Predicate } from './semantics/filter-shape.ts';
import type { FieldBound } from './semantics/keys.ts';
import type { Value } from './semantics/values.ts';

type Binding =
  | { kind: 'points'; values: Value[]; exact: boolean; predicate: Predicate }
  | { kind: 'bound'; bound: FieldBound; exact: boolean };

export function bindField(
  predicates: readonly Predicate[],
  multikey: boolean,
  used: Set<Predicate>,
): Binding | undefined {
  const equal = predicates.find((predicate) => predicate.op === 'eq' && isPoint(predicate.value));
  if (equal !== undefined) {
    used.add(equal);
    return {
      kind: 'points',
      values: [equal.value],
      exact: predicates.length === 1 && equal.value !== null,
      predicate: equal,
    };
  }
  const among = predicates.find(
    (predicate) =>
      predicate.op === 'in' && Array.isArray(predicate.value) && predicate.value.every(isPoint),
  );
  if (among !== undefined && Array.isArray(among.value)) {
    used.add(among);
    return {
      kind: 'points',
      values: among.value,
      exact: predicates.length === 1 && !among.value.includes(null),
      predicate: among,
    };
  }
  const all = predicates.find(
    (predicate) =>
      predicate.op === 'all' && Array.isArray(predicate.value) && predicate.value.some(isPoint),
  );
  if (all !== undefined && Array.isArray(all.value)) {
    const value = all.value.find(isPoint);
    if (value !== undefined)
      return { kind: 'points', values: [value], exact: false, predicate: all };
  }
  const element = predicates.find(
    (predicate) => predicate.op === 'elemMatch' && predicate.inner !== undefined,
  );
  if (element?.inner !== undefined) {
    const inner = element.inner.filter((predicate) => predicate.path === element.path);
    // The conditions meet in one element, and each element is an entry of its own: they may be intersected.
    const bound = inner.length > 0 ? bindField(inner, false, new Set()) : undefined;
    if (bound !== undefined) return { ...bound, exact: false };
  }
  return bindRange(predicates, multikey, used);
}

function bindRange(
  predicates: readonly Predicate[],
  multikey: boolean,
  used: Set<Predicate>,
): Binding | undefined {
  const range: { gt?: Value; gte?: Value; lt?: Value; lte?: Value } = {};
  let first: Value | undefined;
  let taken = 0;
  for (const predicate of predicates) {
    const { op, value } = predicate;
    if (op === 'regex' && predicate.prefix !== undefined && predicate.prefix !== '' && !taken) {
      return { kind: 'bound', bound: { kind: 'prefix', prefix: predicate.prefix }, exact: false };
    }
    if ((op !== 'gt' && op !== 'gte' && op !== 'lt' && op !== 'lte') || !isOrdered(value)) continue;
    // On arrays different elements may satisfy the two ends.
    if (taken > 0 && multikey) break;
    if (first !== undefined && !sameClass(first, value)) continue;
    const lower = op === 'gt' || op === 'gte';
    if (lower ? 'gt' in range || 'gte' in range : 'lt' in range || 'lte' in range) continue;
    range[op] = value;
    first ??= value;
    used.add(predicate);
    taken++;
  }
  if (taken === 0) return undefined;
  return {
    kind: 'bound',
    bound: { kind: 'range', ...range },
    // Ranges may over-approximate numbers of unlike kinds, and long texts.
    exact: !multikey && first instanceof Date,
  };
}
