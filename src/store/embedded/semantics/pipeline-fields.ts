import { compileMatch } from './match.ts';
import { Doc, type Value } from './model.ts';
import { pathParts } from './path.ts';
import { buildProjection } from './project.ts';

/**
 * Top-level fields of the incoming documents that a pipeline can see, or `null` when whole documents come out of it or
 * it names the whole document. Errs on the side of more.
 */
export function fieldsRead(stages: readonly Doc[]): readonly string[] | null {
  const fields = new Set<string>();
  for (const stage of stages) {
    const spec = stage.values[0] as Value;
    switch (stage.firstKey) {
      case '$match': {
        const read = compileMatch(spec as Doc).fields;
        if (read === null) return null;
        for (const field of read) fields.add(field);
        break;
      }
      case '$sort':
        for (const path of (spec as Doc).keys) fields.add(pathParts(path)[0] as string);
        break;
      case '$unwind':
      case '$addFields':
      case '$set':
        if (!gather(spec, fields)) return null;
        break;
      case '$limit':
      case '$skip':
        break;
      case '$count':
        return [...fields];
      case '$group':
      case '$sortByCount':
        return gather(spec, fields) ? [...fields] : null;
      case '$project': {
        const { fields: kept } = buildProjection(spec as Doc, false);
        if (kept === null) return null;
        for (const field of kept) fields.add(field);
        return [...fields];
      }
      default:
        return null;
    }
  }
  return null;
}

/** Adds what `$field` texts name, wherever they stand; `false` when the whole document is named. */
function gather(value: Value, fields: Set<string>): boolean {
  if (typeof value === 'string') {
    if (!value.startsWith('$')) return true;
    if (!value.startsWith('$$')) {
      fields.add(pathParts(value.slice(1))[0] as string);
      return true;
    }
    return value !== '$$ROOT' && value !== '$$CURRENT' && !/^\$\$(?:ROOT|CURRENT)\./.test(value);
  }
  if (Array.isArray(value)) return value.every((item) => gather(item, fields));
  if (!(value instanceof Doc)) return true;
  for (const inner of value.values) {
    if (!gather(inner, fields)) return false;
  }
  return true;
}
