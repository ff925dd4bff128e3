import { createMatchedAttributes, type MatchedAttributes } from '../../model/matched-attributes.ts';
import { type Attribute, jsonPathOf, type Step } from './event-mapping.ts';
import { type Path, pathText } from './pcl/expression.ts';
import { fromRe2, groupsOf } from './pcl/re2.ts';

/** Attributes of mappings that rules and texts need from events; all orchestrations share them. */
export interface EventAttributes {
  /** Comparisons by a pattern, as attributes of their own. */
  matched: MatchedAttributes<Path>;
  /** The name of the attribute with the value of a field as it was sent; null where it is not known. */
  nameOf(path: Path): string | null;
  /** The name of a variable with what the pattern finds in a field; null, where it is not known. */
  variable(name: string, path: Path, pattern: string): Path | null;
  /** The same for texts that name the field: empty where there is no value, and never as changes make it. */
  textOf(path: Path): string | null;
  /** Attributes of these names, those that others are made of first. */
  attributes(names: ReadonlySet<string>, changes: readonly Change[]): Attribute[];
  /** Where a field stands in what is sent, or what a variable finds; null: not known. */
  stepsTo(path: Path): Step[] | null;
  /** Whether a condition looks at the field; known when all of them were read. */
  isLookedAt(path: Path): boolean;
}

/** A field that is another one in every event before rules look at it. */
export interface Change {
  target: Path;
  steps: Step[];
  /** Other values are filled in when all steps are done, so patterns cannot look at the result. */
  isFilledIn: boolean;
}

export function createEventAttributes(): EventAttributes {
  const matched = createMatchedAttributes<Path>();
  const compared = new Map<string, Path>();
  const texts = new Map<string, Step[]>();
  const variables = new Map<string, Step[]>();
  const looked = new Set<string>();
  const stepsTo = (path: Path): Step[] | null => {
    if (path[0] === 'variables') return variables.get(pathText(path)) ?? null;
    const jsonPath = jsonPathOf(path);
    return jsonPath === null ? null : [{ jsonPath }];
  };
  return {
    matched,
    stepsTo,
    isLookedAt: (path) => looked.has(pathText(path)),
    nameOf(path) {
      const name = pathText(path);
      looked.add(name);
      if (name.length > 255 || stepsTo(path) === null) return null;
      compared.set(name, path);
      return name;
    },
    variable(name, path, pattern) {
      const base = stepsTo(path);
      const steps = base && extraction(base, pattern);
      if (!steps) return null;
      for (let number = 1; ; number += 1) {
        const own: Path = ['variables', number === 1 ? name : `${name}_${number}`];
        const known = variables.get(pathText(own));
        if (known && JSON.stringify(known) !== JSON.stringify(steps)) continue;
        variables.set(pathText(own), steps);
        return own;
      }
    },
    textOf(path) {
      const name = `Text of ${pathText(path)}`;
      const steps = stepsTo(path);
      if (name.length > 255 || steps === null) return null;
      texts.set(name, steps);
      return name;
    },
    attributes(names, changes) {
      const waysTo = (path: Path, byPattern: boolean): Step[][] => {
        const changed = changes.filter(
          ({ target, isFilledIn }) =>
            pathText(target) === pathText(path) && !(byPattern && isFilledIn),
        );
        const raw = stepsTo(path);
        return [...changed.toReversed().map(({ steps }) => steps), ...(raw ? [raw] : [])];
      };
      const hidden = (name: string, ways: readonly Step[][]): Attribute[] =>
        names.has(name) ? ways.map((mappings) => ({ name, hideInPreviews: true, mappings })) : [];
      return [
        ...[...texts].flatMap(([name, steps]) => hidden(name, [steps, [{ static: '' }]])),
        ...[...compared].flatMap(([name, path]) => hidden(name, waysTo(path, false))),
        ...matched.attributes(names, (path) => ({ ways: waysTo(path, true) })).attributes,
      ];
    },
  };
}

/**
 * Extracts the match of a pattern: its groups one after the other, or all of it if it has none. Null: the pattern has
 * no counterpart here.
 */
export function extraction(base: readonly Step[], pattern: string): Step[] | null {
  const regex = fromRe2(pattern);
  if (regex === null) return null;
  const groups = groupsOf(pattern);
  const all = Array.from({ length: groups }, (_, index) => `$${index + 1}`).join('');
  return [...base, groups > 1 ? { regex, replace: all } : { regex }];
}
