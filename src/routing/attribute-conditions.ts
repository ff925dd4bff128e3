import {
  type IncidentDocument,
  type Severity,
  type Status,
  severities,
} from '../incidents/index.ts';
import { containsText, searchCost } from './find-text.ts';
import type { RuleConditions } from './routings.ts';

export type AttributeCondition = NonNullable<RuleConditions['attributes']>[number];

/**
 * Characters that the rules of one run compare at most. 500 rules of 100 conditions would compare 3 GB of an attribute
 * of 64 KB; this many take a tenth of a second.
 */
const comparedMax = 64 * 1024 * 1024;

/** The comparisons that are left of `comparedMax`. */
export class Comparisons {
  #left = comparedMax;

  /** False when there is not so much left. */
  take(characters: number): boolean {
    this.#left -= characters;
    return this.#left >= 0;
  }
}

/** The attributes of an incident by name, without regard to case, as conditions see them. */
export class ComparedAttributes {
  readonly #values: Map<string, string>;
  readonly #folded = new Map<string, string>();

  constructor(
    incident: Pick<IncidentDocument, 'attributes' | 'title' | 'subIncidents'>,
    status: Status,
    severity: Severity,
  ) {
    this.#values = new Map(
      incident.attributes.map(({ name, value }) => [name.toLowerCase(), value]),
    );
    // Reserved names mean the incident itself, whatever a tool sends under them.
    this.#values.set('title', incident.title);
    this.#values.set('status', status);
    this.#values.set('severity', severity);
    this.#values.set('subincidentscount', String(incident.subIncidents?.length ?? 0));
  }

  get(name: string): string | undefined {
    return this.#values.get(name.toLowerCase());
  }

  /** The value in lower case, made once: many rules look at the same few attributes. */
  getFolded(name: string, comparisons: Comparisons): string | undefined {
    const key = name.toLowerCase();
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    let folded = this.#folded.get(key);
    if (folded === undefined) {
      comparisons.take(value.length);
      folded = value.toLowerCase();
      this.#folded.set(key, folded);
    }
    return folded;
  }
}

export type Verdict = 'holds' | 'fails' | 'too much to compare';

/** An attribute that the incident does not have is neither equal to anything nor does it contain anything. */
export function judgeAttribute(
  condition: AttributeCondition,
  attributes: ComparedAttributes,
  comparisons: Comparisons,
): Verdict {
  const { name, operator, ignoreCase } = condition;
  const present = ignoreCase ? attributes.getFolded(name, comparisons) : attributes.get(name);
  if (present === undefined)
    return operator === '!=' || operator === '!contains' ? 'holds' : 'fails';
  const given = condition.value ?? '';
  const wanted = ignoreCase ? given.toLowerCase() : given;
  if (!comparisons.take(costOf(operator, present, wanted))) return 'too much to compare';
  return compare(name, operator, present, wanted) ? 'holds' : 'fails';
}

function costOf(operator: AttributeCondition['operator'], present: string, wanted: string): number {
  if (operator === 'contains' || operator === '!contains') return searchCost(present, wanted);
  // Texts of different length are not even looked at.
  if ((operator === '=' || operator === '!=') && present.length !== wanted.length) return 1;
  return present.length + wanted.length;
}

function compare(
  name: string,
  operator: AttributeCondition['operator'],
  present: string,
  wanted: string,
): boolean {
  switch (operator) {
    case '=':
      return present === wanted;
    case '!=':
      return present !== wanted;
    case 'contains':
      return containsText(present, wanted);
    case '!contains':
      return !containsText(present, wanted);
  }
  const order =
    name.toLowerCase() === 'severity'
      ? orderOfSeverities(present, wanted)
      : orderOf(present, wanted);
  if (order === null) return false;
  switch (operator) {
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
  }
}

/**
 * Below, at or above zero. With a number, numbers are compared, and what is none has no order: “n/a” is
 * not greater than 5. Other texts are compared character by character, which suits dates and versions of equal length.
 */
function orderOf(present: string, wanted: string): number | null {
  const wantedNumber = numberIn(wanted);
  if (wantedNumber === null) return present < wanted ? -1 : present > wanted ? 1 : 0;
  const presentNumber = numberIn(present);
  if (presentNumber === null) return null;
  return presentNumber < wantedNumber ? -1 : presentNumber > wantedNumber ? 1 : 0;
}

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function numberIn(text: string): number | null {
  const trimmed = text.trim();
  return numberPattern.test(trimmed) ? Number(trimmed) : null;
}

/** By rank: Critical is more than Warning, although it comes before it in the alphabet. */
function orderOfSeverities(present: string, wanted: string): number | null {
  const rank = (text: string) =>
    severities.findIndex((severity) => severity.toLowerCase() === text.toLowerCase());
  return rank(wanted) < 0 ? null : rank(present) - rank(wanted);
}
