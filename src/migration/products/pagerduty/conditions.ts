import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import type { EventAttributes } from './event-attributes.ts';
import { alternativesOf, type Literal } from './pcl/alternatives.ts';
import { type Atom, type Expression, type Order, type Path, pathText } from './pcl/expression.ts';
import { fromRe2 } from './pcl/re2.ts';
import { commonTimes, isOnQuarters, otherTimes, type Week, weekOf } from './pcl/week.ts';
import { zoneOf } from './zones.ts';

type Conditions = NonNullable<Bodies['tocsin_routing']['rules']>[number]['conditions'];
export type Comparison = NonNullable<Conditions['attributes']>[number];
type Dates = NonNullable<Conditions['dateRestriction']>;

/** Conditions that all have to hold for a rule to match. */
export interface Alternative {
  attributes: Comparison[];
  /** Null: at all times. */
  times: { week: Week; zone: string } | null;
  dates: Dates | null;
  /** Null: from the first event on. */
  threshold: Threshold | null;
}

export interface Threshold {
  payloads: number;
  withinMinutes: number;
}

export interface Scope {
  events: EventAttributes;
  /** Variables by the names that rules have for them here. */
  variables: ReadonlyMap<string, Path>;
}

/** Each alternative is enough. One that rules cannot express is left out, with a line about the member that has it. */
export function alternativesIn(
  source: Source,
  member: string,
  expression: Expression | null,
  scope: Scope,
): Alternative[] {
  const all = expression && alternativesOf(expression);
  if (!all) {
    const why = expression ? 'too many alternatives' : 'not a condition that is known';
    source.say('behaviour', `not brought: ${why}`, member);
    return [];
  }
  const nuances = new Set<string>();
  const found = all.flatMap((literals) => {
    const translation = new Translation(scope, nuances);
    for (const literal of literals) translation.add(literal);
    if (translation.missing === null) return [translation.alternative];
    source.say('behaviour', `not brought: ${translation.missing}`, member);
    return [];
  });
  for (const nuance of nuances) source.say('approximated', nuance, member);
  return found;
}

const textsAndNumbers = 'a number and a text of its digits are the same here, and differ there';
const countsOfIncident =
  'counts events of the same incident here, and all events that come to the rule there';
const longestThreshold = 1440;

class Translation {
  readonly alternative: Alternative = {
    ...{ attributes: [], times: null, dates: null, threshold: null },
  };
  /** Why it cannot be brought. */
  missing: string | null = null;
  readonly #scope: Scope;
  readonly #nuances: Set<string>;

  constructor(scope: Scope, nuances: Set<string>) {
    this.#scope = scope;
    this.#nuances = nuances;
  }

  add({ atom, isNegated }: Literal): void {
    switch (atom.is) {
      case 'hours':
        this.#addHours(atom, isNegated);
        break;
      case 'moment':
        this.#addMoment(atom, isNegated);
        break;
      case 'count':
        this.#addCount(atom, isNegated);
        break;
      default: {
        const path = this.#pathOf(atom.path);
        const comparison = path && this.#comparisonOf(atom, path, isNegated);
        if (comparison) this.alternative.attributes.push(comparison);
        else this.missing ??= `no comparison that rules have: ${pathText(atom.path)}`;
      }
    }
  }

  /** Variables are others in other rules. */
  #pathOf(path: Path): Path | null {
    if (path[0] !== 'variables') return path;
    const [, name] = path;
    return path.length === 2 ? (this.#scope.variables.get(String(name)) ?? null) : null;
  }

  #comparisonOf(
    atom: Exclude<Atom, { is: 'hours' | 'moment' | 'count' }>,
    path: Path,
    isNegated: boolean,
  ): Comparison | null {
    const { events } = this.#scope;
    const name = events.nameOf(path);
    if (name === null) return null;
    switch (atom.is) {
      case 'exists':
        this.#nuances.add('a value that is empty counts as none here, and exists there');
        return events.matched.matching(path, '\\A', isNegated);
      case 'equals': {
        if (atom.value === null) return events.matched.matching(path, '\\A', !isNegated);
        if (typeof atom.value !== 'string') this.#nuances.add(textsAndNumbers);
        if (atom.value === '') return null;
        return { name, operator: isNegated ? '!=' : '=', value: String(atom.value) };
      }
      case 'compares': {
        this.#nuances.add(textsAndNumbers);
        if (isNegated) this.#nuances.add('what is no number fails here, and matches there');
        const operator = isNegated ? opposites[atom.operator] : atom.operator;
        return { name, operator, value: String(atom.value) };
      }
      case 'matches': {
        const { how, value, exactly } = atom;
        if (value === '') return null;
        if (how === 'regex') {
          const pattern = fromRe2(value);
          const flags = exactly ? '(?sm)' : '(?ism)';
          return pattern === null
            ? null
            : events.matched.matching(path, flags + pattern, isNegated);
        }
        const isPart = how === 'part';
        return {
          name,
          operator: isNegated ? (isPart ? '!contains' : '!=') : isPart ? 'contains' : '=',
          value,
          ...(!exactly && { ignoreCase: true }),
        };
      }
    }
  }

  #addHours({ hours }: Extract<Atom, { is: 'hours' }>, isNegated: boolean): void {
    const zone = zoneOf(hours.zone);
    const { times } = this.alternative;
    if (zone === null || (times !== null && times.zone !== zone)) {
      this.missing ??= `no hours that rules have: ${hours.zone}`;
      return;
    }
    if (!isOnQuarters(hours))
      this.#nuances.add(
        `from ${hours.from} to ${hours.until} there; hours of rules begin and end on a quarter of an hour`,
      );
    const week = isNegated ? otherTimes(weekOf(hours)) : weekOf(hours);
    this.alternative.times = { zone, week: times ? commonTimes(times.week, week) : week };
  }

  #addMoment({ operator, at, zone }: Extract<Atom, { is: 'moment' }>, isNegated: boolean): void {
    const known = zoneOf(zone);
    const instant = known && instantOf(at, known);
    if (!instant) {
      this.missing ??= `no moment that is known: ${at} ${zone}`;
      return;
    }
    const { from = null, until = null } = this.alternative.dates ?? {};
    const wanted = isNegated ? opposites[operator] : operator;
    this.alternative.dates =
      wanted === '>' || wanted === '>='
        ? { from: from !== null && from > instant ? from : instant, until }
        : { from, until: until !== null && until < instant ? until : instant };
  }

  #addCount(
    { operator, count, seconds }: Extract<Atom, { is: 'count' }>,
    isNegated: boolean,
  ): void {
    const payloads = operator === '>' ? count + 1 : count;
    const withinMinutes = Math.round(seconds / 60);
    const fits = payloads >= 2 && payloads <= 1000 && withinMinutes <= longestThreshold;
    const isRise = operator === '>' || operator === '>=';
    if (isNegated || !isRise || !fits || withinMinutes < 1 || this.alternative.threshold) {
      this.missing ??= 'no number of events that rules can wait for';
      return;
    }
    this.#nuances.add(countsOfIncident);
    if (withinMinutes * 60 !== seconds)
      this.#nuances.add(`within ${withinMinutes} minutes here, ${seconds} seconds there`);
    this.alternative.threshold = { payloads, withinMinutes };
  }
}

const opposites: Readonly<Record<Order, Order>> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' };

function instantOf(local: string, zone: string): string | null {
  try {
    const at = Temporal.PlainDateTime.from(local).toZonedDateTime(zone);
    return at.toInstant().toString();
  } catch {
    return null;
  }
}
