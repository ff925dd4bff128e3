import { CommandError } from './errors.ts';
import { isOperators } from './match-field.ts';
import { BsonRegExp, Doc, type Value } from './model.ts';
import { pathParts } from './path.ts';
import type { Updater } from './update.ts';
import { changeAt, noPositions } from './update-path.ts';

/**
 * The document an upsert starts from: the filter's equalities, also below `$and` and in an `$in`, `$all` or `$or` of
 * one; for a replacement only `_id`. `_id` comes first.
 * @throws CommandError NotSingleValueField (54) when two equalities name one path
 */
export function upsertBase(filter: Doc, kind: Updater['kind'] = 'operators'): Doc {
  const equalities = new Map<string, Value>();
  collect(filter, equalities);
  let base = new Doc();
  const id = equalities.get('_id');
  if (id !== undefined) base.set('_id', id);
  if (kind === 'replacement') return base;
  for (const [path, value] of equalities) {
    if (path === '_id') continue;
    base = changeAt(base, {
      parts: pathParts(path),
      change: () => value,
      creates: true,
      positions: noPositions,
    });
  }
  return base;
}

function collect(filter: Doc, equalities: Map<string, Value>): void {
  for (const [key, value] of filter) {
    if (key === '$and' || (key === '$or' && Array.isArray(value) && value.length === 1)) {
      for (const branch of value as Value[]) {
        if (branch instanceof Doc) collect(branch, equalities);
      }
    } else if (!key.startsWith('$')) {
      const operand = equalityOf(value);
      if (operand !== undefined) add(key, operand, equalities);
    }
  }
}

function equalityOf(value: Value): Value | undefined {
  if (value instanceof BsonRegExp) return undefined;
  if (!(value instanceof Doc && isOperators(value))) return value;
  const equal = value.get('$eq');
  if (equal !== undefined) return equal;
  for (const op of ['$in', '$all']) {
    const operands = value.get(op);
    if (!Array.isArray(operands) || operands.length !== 1) continue;
    const only = operands[0] as Value;
    if (only instanceof BsonRegExp || (only instanceof Doc && isOperators(only))) continue;
    return only;
  }
  return undefined;
}

function add(path: string, value: Value, equalities: Map<string, Value>): void {
  for (const other of equalities.keys()) {
    if (other === path || other.startsWith(`${path}.`) || path.startsWith(`${other}.`)) {
      throw new CommandError(
        'NotSingleValueField',
        `cannot infer query fields to set, path '${path}' is matched twice`,
      );
    }
  }
  equalities.set(path, value);
}
