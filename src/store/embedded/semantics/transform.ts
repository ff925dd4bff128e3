import { CommandError } from './errors.ts';
import { compileExpression } from './expression.ts';
import { isOperators } from './match-field.ts';
import { Doc, typeName, type Value } from './model.ts';
import { pathParts } from './path.ts';
import { buildProjection } from './project.ts';
import { compute, plant, prune, type Tree } from './projection-tree.ts';

type TransformContext = { now: Date };

/** A stage that makes one document of one document. */
type Transform = (doc: Doc, context: TransformContext) => Doc;

const compilers: { readonly [stage: string]: (spec: Value) => Transform } = {
  $addFields: (spec) => addFields('$addFields', spec),
  $set: (spec) => addFields('$set', spec),
  $unset: unset,
  $project: project,
};

/** The transform of a stage, or `null` when the stage is not one. @throws CommandError */
export function compileTransform(stage: string, spec: Value): Transform | null {
  const compiler = Object.hasOwn(compilers, stage) ? compilers[stage] : undefined;
  return compiler === undefined ? null : compiler(spec);
}

/** An update pipeline. @throws CommandError InvalidOptions (72) for stages that are not transforms */
export function compileTransforms(stages: readonly Doc[]): Transform {
  const transforms = stages.map((stage) => {
    const name = stage.firstKey ?? '';
    const transform = stage.size === 1 ? compileTransform(name, stage.values[0] as Value) : null;
    if (transform === null) {
      throw new CommandError(
        'InvalidOptions',
        `${name} is not allowed to be used within an update`,
      );
    }
    return transform;
  });
  return (doc, context) => {
    let next = doc;
    for (const transform of transforms) next = transform(next, context);
    return next;
  };
}

function addFields(stage: string, spec: Value): Transform {
  if (!(spec instanceof Doc)) {
    throw new CommandError(
      40272,
      `${stage} specification stage must be an object, got ${typeName(spec)}`,
    );
  }
  const tree: Tree = new Map();
  plantComputed('', spec, tree);
  return (doc, { now }) => compute(doc, tree, { root: doc, now });
}

function plantComputed(prefix: string, spec: Doc, tree: Tree): void {
  for (const [key, value] of spec) {
    const path = prefix + key;
    const parts = pathParts(path);
    if (parts.includes(''))
      throw new CommandError(40352, 'FieldPath cannot be constructed with empty string');
    if (parts.some((part) => part.startsWith('$'))) {
      throw new CommandError(16410, `FieldPath field names may not start with '$'. Found: ${path}`);
    }
    if (value instanceof Doc && value.size > 0 && !isOperators(value)) {
      // A plain object adds to the one that is there.
      plantComputed(`${path}.`, value, tree);
    } else {
      plant(tree, path, { kind: 'compute', expression: compileExpression(value) });
    }
  }
}

function unset(spec: Value): Transform {
  const paths = Array.isArray(spec) ? spec : [spec];
  const tree: Tree = new Map();
  for (const path of paths) {
    if (typeof path !== 'string' || path === '') {
      throw new CommandError(31002, '$unset specification must be a string or an array of strings');
    }
    plant(tree, path, { kind: 'exclude' });
  }
  if (paths.length === 0) {
    throw new CommandError(
      31119,
      '$unset specification must be a string or an array with at least one field',
    );
  }
  return (doc) => prune(doc, tree, false, { positional: undefined });
}

function project(spec: Value): Transform {
  if (!(spec instanceof Doc))
    throw new CommandError(15969, '$project specification must be an object');
  const { projection } = buildProjection(spec, false);
  return (doc, context) => projection(doc, context);
}
