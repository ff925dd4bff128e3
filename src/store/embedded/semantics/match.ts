import { CommandError, unsupported } from './errors.ts';
import { compileExpression } from './expression.ts';
import { reader } from './field-set.ts';
import type { FilterNode, FilterShape, Predicate } from './filter-shape.ts';
import {
  type Condition,
  type ConditionContext,
  compileConditions,
  dbRefFields,
  equalityCondition,
} from './match-field.ts';
import { isTruthy } from './match-leaf.ts';
import { anyAtPath, leafArray, positionAtPath } from './match-path.ts';
import { Doc, type Value } from './model.ts';
import { pathParts } from './path.ts';

type MatchOptions = {
  /** Clock for `$$NOW`. */
  now?: Date;
};

export type Matcher = {
  test(doc: Doc): boolean;
  /** `test` on stored bytes: decodes only the fields the filter looks at. */
  testRaw(bytes: Uint8Array): boolean;
  /** Index of the array element that satisfied the filter, for the positional operator `$`. */
  positional(doc: Doc): number | undefined;
  shape: FilterShape;
  /** Top-level fields the filter reads; `null` when it needs the whole document. */
  fields: readonly string[] | null;
};

type Compiling = ConditionContext & {
  options: MatchOptions;
  fields: Set<string>;
  wholeDocument: boolean;
};

type Compiled = { node: FilterNode; shape: FilterShape };

/**
 * Compiles a query filter.
 * @throws CommandError BadValue (2) and friends with the server's message; unsupported operators are refused.
 */
export function compileMatch(filter: Doc, options: MatchOptions = {}): Matcher {
  const compiling: Compiling = {
    options,
    fields: new Set(),
    wholeDocument: false,
    compileFilter: (inner) => {
      // Fields of array elements are not fields of the document.
      const nested: Compiling = { ...compiling, fields: new Set() };
      const compiled = compileFilter(inner, nested);
      if (nested.wholeDocument) {
        throw new CommandError('BadValue', '$expr can only be applied to the top-level document');
      }
      return { node: compiled.node, predicates: compiled.shape.predicates };
    },
  };
  const { node, shape } = compileFilter(filter, compiling);
  const fields = compiling.wholeDocument ? null : [...compiling.fields];
  const read = reader(fields);
  return {
    test: (doc) => node.matches(doc),
    testRaw: (bytes) => node.matches(read(bytes)),
    positional: (doc) => node.position(doc),
    shape,
    fields,
  };
}

function compileFilter(filter: Doc, compiling: Compiling): Compiled {
  const nodes: FilterNode[] = [];
  const predicates: Predicate[] = [];
  const ors: (readonly FilterShape[])[] = [];
  let opaque = false;
  const add = ({ node, shape }: Compiled) => {
    nodes.push(node);
    predicates.push(...shape.predicates);
    ors.push(...shape.ors);
    opaque ||= shape.opaque;
  };
  for (let i = 0; i < filter.keys.length; i++) {
    const key = filter.keys[i] as string;
    const value = filter.values[i] as Value;
    if (key.startsWith('$') && !dbRefFields.includes(key)) {
      for (const part of compileLogical(key, value, compiling)) add(part);
    } else {
      const parts = pathParts(key);
      compiling.fields.add(parts[0] as string);
      const conditions = dbRefFields.includes(key)
        ? [equalityCondition(key, value)]
        : compileConditions(key, value, compiling);
      for (const condition of conditions) {
        nodes.push(fieldNode(parts, condition));
        predicates.push(condition.predicate);
      }
    }
  }
  return { node: allOf(nodes), shape: { predicates, ors, opaque } };
}

function fieldNode(parts: readonly string[], condition: Condition): FilterNode {
  const { test, negated, intoLeafArrays, all, elementPosition } = condition;
  if (all !== undefined) {
    const inner = allOf(all.map((each) => fieldNode(parts, each)));
    if (!negated) return inner;
    return { matches: (doc) => !inner.matches(doc), position: () => undefined };
  }
  const position = (doc: Doc): number | undefined => {
    if (negated) return undefined;
    const array = elementPosition === undefined ? undefined : leafArray(doc, parts);
    return array !== undefined && elementPosition !== undefined
      ? elementPosition(array)
      : positionAtPath(doc, parts, test, intoLeafArrays);
  };
  if (parts.length === 1) {
    const field = parts[0] as string;
    return {
      matches: (doc) => {
        const value = doc.get(field);
        // Most values are scalars of top-level fields.
        const found = Array.isArray(value)
          ? anyAtPath(doc, parts, 0, test, intoLeafArrays)
          : test(value);
        return found !== negated;
      },
      position,
    };
  }
  return {
    matches: (doc) => anyAtPath(doc, parts, 0, test, intoLeafArrays) !== negated,
    position,
  };
}

function allOf(nodes: readonly FilterNode[]): FilterNode {
  if (nodes.length === 1) return nodes[0] as FilterNode;
  return {
    matches: (doc) => {
      for (let i = 0; i < nodes.length; i++) {
        if (!(nodes[i] as FilterNode).matches(doc)) return false;
      }
      return true;
    },
    position: (doc) => {
      // The last condition that went through an array decides.
      for (let i = nodes.length - 1; i >= 0; i--) {
        const at = (nodes[i] as FilterNode).position(doc);
        if (at !== undefined) return at;
      }
      return undefined;
    },
  };
}

const onlyByTest: FilterShape = { predicates: [], ors: [], opaque: true };

/** A logical operator as the conjuncts it stands for. */
function compileLogical(op: string, value: Value, compiling: Compiling): Compiled[] {
  switch (op) {
    case '$and':
      return branches(op, value, compiling);
    case '$or': {
      const alternatives = branches(op, value, compiling);
      if (alternatives.length === 1) return alternatives;
      const nodes = alternatives.map(({ node }) => node);
      return [
        {
          node: {
            matches: (doc) => nodes.some((node) => node.matches(doc)),
            position: (doc) => nodes.find((node) => node.matches(doc))?.position(doc),
          },
          shape: {
            predicates: [],
            ors: [alternatives.map(({ shape }) => shape)],
            opaque: false,
          },
        },
      ];
    }
    case '$nor': {
      const nodes = branches(op, value, compiling).map(({ node }) => node);
      return [constantly((doc) => !nodes.some((node) => node.matches(doc)))];
    }
    case '$expr': {
      const expression = compileExpression(value);
      const now = compiling.options.now ?? new Date();
      compiling.wholeDocument = true;
      return [constantly((doc) => isTruthy(expression({ root: doc, now })))];
    }
    case '$comment':
      return [];
    case '$alwaysTrue':
      return [];
    case '$alwaysFalse':
      return [constantly(() => false)];
    case '$where':
    case '$text':
    case '$jsonSchema':
    case '$sampleRate':
      throw unsupported(op, 'BadValue');
    default:
      throw new CommandError(
        'BadValue',
        `unknown top level operator: ${op}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function constantly(matches: (doc: Doc) => boolean): Compiled {
  return { node: { matches, position: () => undefined }, shape: onlyByTest };
}

function branches(op: string, value: Value, compiling: Compiling): Compiled[] {
  if (!Array.isArray(value)) throw new CommandError('BadValue', `${op} must be an array`);
  if (value.length === 0) throw new CommandError('BadValue', `${op} must be a nonempty array`);
  return value.map((branch) => {
    if (!(branch instanceof Doc)) {
      throw new CommandError('BadValue', `$or/$and/$nor entries need to be full objects`);
    }
    return compileFilter(branch, compiling);
  });
}
