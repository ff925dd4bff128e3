import type { Bodies } from './neutral.ts';
import { isPattern } from './patterns.ts';

/*
 * Conditions of rules compare an attribute as it is: they know no patterns. A mapping does, so it makes an attribute of
 * each comparison by a pattern, `matched_1` with the value `yes`, and the rule asks for that. Each integration whose
 * incidents such a rule may see needs the attribute.
 */

export type AttributesMapping = Bodies['tocsin_integration_mapping']['attributesMapping'];
export type Attribute = AttributesMapping['attributes'][number];
export type Step = Attribute['mappings'][number];
export type Rule = NonNullable<Bodies['tocsin_routing']['rules']>[number];
export type Comparison = NonNullable<Rule['conditions']['attributes']>[number];

/** How a mapping gets at a value. */
export type Place =
  /** By these steps; of several ways, the first that finds something counts. */
  | { ways: readonly (readonly Step[])[] }
  /** A JSONPath to a list of texts, of which one has to match. */
  | { list: string };

export interface MatchedAttributes<Field> {
  /**
   * Holds where the value of the field has something that the pattern finds; `isNot`: where it has not, or there is no
   * value. Null: no pattern that mappings know.
   */
  matching(field: Field, pattern: string, isNot?: boolean): Comparison | null;
  /** The name of an attribute with the value of the field, for what conditions compare themselves. */
  valueOf(field: Field): string;
  /** The attributes among `names` that were made here, for a mapping in which fields have these places. */
  attributes(
    names: ReadonlySet<string>,
    placeOf: (field: Field) => Place | null,
  ): { attributes: Attribute[]; missing: Field[] };
}

interface Wanted<Field> {
  name: string;
  field: Field;
  /** Null: the value itself. */
  pattern: string | null;
}

/** Names are numbered in the order in which they are asked for. */
export function createMatchedAttributes<Field>(): MatchedAttributes<Field> {
  const wanted = new Map<string, Wanted<Field>>();
  const nameOf = (field: Field, pattern: string | null): string => {
    const asked = JSON.stringify([field, pattern]);
    const known = wanted.get(asked);
    if (known) return known.name;
    const kind = pattern === null ? 'compared' : 'matched';
    const before = [...wanted.values()].filter(
      (one) => (one.pattern === null) === (pattern === null),
    );
    const name = `${kind}_${before.length + 1}`;
    wanted.set(asked, { name, field, pattern });
    return name;
  };
  return {
    matching: (field, pattern, isNot = false) =>
      isPattern(pattern)
        ? { name: nameOf(field, pattern), operator: isNot ? '!=' : '=', value: 'yes' }
        : null,
    valueOf: (field) => nameOf(field, null),
    attributes(names, placeOf) {
      const attributes: Attribute[] = [];
      const missing: Field[] = [];
      for (const { name, field, pattern } of wanted.values()) {
        if (!names.has(name)) continue;
        const place = placeOf(field);
        if (place === null) missing.push(field);
        else
          for (const mappings of stepsTo(place, pattern))
            attributes.push({ name, hideInPreviews: true, mappings });
      }
      return { attributes, missing };
    },
  };
}

function stepsTo(place: Place, pattern: string | null): Step[][] {
  if ('list' in place) {
    if (pattern === null) return [[{ jsonPath: place.list }]];
    return [[{ jsonPath: `${place.list}[?(@ =~ /${slashed(pattern)}/)]` }, { static: 'yes' }]];
  }
  const { ways } = place;
  if (pattern === null) return ways.map((way) => [...way]);
  const [only] = ways;
  if (only && ways.length === 1) return [[...only, { regex: pattern, replace: 'yes' }]];
  // A value of the first way that does not match has to end it: no later way may be looked at.
  return ways.map((way) => [
    ...way,
    {
      regex: `\\A(?:(?=[\\s\\S]*?(?:${pattern}))|(?<rest>[\\s\\S]+))`,
      replace: `<\${rest}>`,
    },
    { map: '<>->yes,->no' },
  ]);
}

/** As it is written between slashes. */
export function slashed(pattern: string): string {
  return pattern.replaceAll(/\\[\s\S]|\//g, (found) => (found === '/' ? '\\/' : found));
}

/**
 * Names of attributes that rules compare with which incidents of an integration may meet: rules of its team, and of
 * teams to which those hand an incident. `teamOf` says whose policy or team a key of a rule or step means.
 */
export function namesMet(
  integration: { key: string; teamId: string },
  routings: readonly Pick<Bodies['tocsin_routing'], 'teamId' | 'rules'>[],
  teamOf: (policy: string) => string | null,
): ReadonlySet<string> {
  const names = new Set<string>();
  const met = new Set<string>();
  const meet = (teamId: string): void => {
    if (met.has(teamId)) return;
    met.add(teamId);
    for (const { rules } of routings.filter((one) => one.teamId === teamId))
      for (const { conditions, actions } of rules ?? []) {
        const { integrations } = conditions;
        if (integrations?.length && !integrations.includes(integration.key)) continue;
        for (const { name } of conditions.attributes ?? []) names.add(name);
        for (const team of actions?.assignToTeams ?? []) meet(team);
        const policy = actions?.useEscalationPolicyId;
        const team = policy ? teamOf(policy) : null;
        if (team !== null) meet(team);
      }
  };
  meet(integration.teamId);
  return names;
}
