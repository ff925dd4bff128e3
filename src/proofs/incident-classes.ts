import type { IncidentAttribute, Severity } from '../incidents/index.ts';
import type { AttributeCondition } from '../routing/index.ts';
import type { Reach } from '../stage/index.ts';
import { attributesOf, type TextClasses, textClasses } from './text-classes.ts';

/** An incident as an integration might open it. */
export interface Witness {
  severity: Severity;
  title: string;
  attributes: IncidentAttribute[];
}

export interface IncidentClasses {
  /** One incident for each way in which conditions can be judged; those with the fewest attributes first. */
  witnesses: Witness[];
  /** Attributes for which there may be further ways. */
  incomplete: string[];
  /** There are more ways than can be looked at, by conditions on these attributes; the witnesses are some of them. */
  tooMany: string[] | null;
}

/** Names that mean the incident itself: they are known. */
const ownNames = new Set(['severity', 'status', 'subincidentscount']);
const witnessesMax = 20_000;
/** The number of choices that are looked at if there are too many. */
const someMax = 2_000;
/** Where no condition is about it. */
export const plainTitle = 'Any title';

/** Everything that is asked about texts of incidents: by rules, silences, suppression rules and the guarantee. */
export function conditionsIn(
  { routings, silences, suppressionRules }: Reach,
  own: readonly AttributeCondition[],
): AttributeCondition[] {
  return [
    ...own,
    ...routings.flatMap(({ wire }) =>
      wire.rules.flatMap(({ conditions }) => conditions.attributes ?? []),
    ),
    ...silences.flatMap(({ wire }) => wire.matchers ?? []),
    ...suppressionRules.flatMap(({ wire }) => [
      ...(wire.source.attributes ?? []),
      ...(wire.target.attributes ?? []),
    ]),
  ];
}

/** Every class of incidents of these severities, by what conditions ask about texts. Pure. */
export function incidentClasses(
  severities: readonly Severity[],
  conditions: readonly AttributeCondition[],
): IncidentClasses {
  const byName = Map.groupBy(
    conditions.filter(({ name }) => !ownNames.has(name.toLowerCase())),
    ({ name }) => name.toLowerCase(),
  );
  const classes = [...byName.values()].map((asked) => textClasses(asked[0]?.name ?? '', asked));
  // The subincident count of a payload in a group differs from that of a single one.
  const ofGroups = conditions.filter(({ name }) => name.toLowerCase() === 'subincidentscount');
  const incomplete = [
    ...classes.filter((one) => one.isIncomplete).map(({ name }) => name),
    ...ofGroups.slice(0, 1).map(({ name }) => name),
  ];
  const count = classes.reduce((product, { values }) => product * values.length, severities.length);
  const isTooMany = count > witnessesMax;
  const choices = isTooMany ? someChoices(classes) : allChoices(classes);
  const witnesses = choices
    .flatMap((choice) => severities.map((severity) => ({ severity, ...textsOf(classes, choice) })))
    .toSorted((one, other) => one.attributes.length - other.attributes.length);
  return { witnesses, incomplete, tooMany: isTooMany ? classes.map(({ name }) => name) : null };
}

/** Which of its values each attribute has, by their places. */
type Choice = readonly number[];

function allChoices(classes: readonly TextClasses[]): Choice[] {
  let choices: Choice[] = [[]];
  for (const { values } of classes)
    choices = choices.flatMap((choice) => values.map((_, place) => [...choice, place]));
  return choices;
}

/** At most two attributes have another value than their first: rules that break it mostly do so alone. */
function someChoices(classes: readonly TextClasses[]): Choice[] {
  const plain = classes.map(() => 0);
  const singles = classes.flatMap(({ values }, index) =>
    values.slice(1).map((_, place) => ({ index, choice: plain.with(index, place + 1) })),
  );
  const choices = [plain, ...singles.map(({ choice }) => choice)];
  for (const { index, choice } of singles)
    for (const [other, { values }] of classes.slice(0, index).entries())
      for (let place = 1; place < values.length && choices.length < someMax; place += 1)
        choices.push(choice.with(other, place));
  return choices.slice(0, someMax);
}

function textsOf(classes: readonly TextClasses[], choice: Choice): Omit<Witness, 'severity'> {
  const text: Omit<Witness, 'severity'> = { title: plainTitle, attributes: [] };
  for (const [index, { name, values }] of classes.entries()) {
    const value = values[choice[index] ?? 0] ?? null;
    if (name.toLowerCase() === 'title') text.title = value ?? plainTitle;
    else text.attributes.push(...attributesOf(name, value));
  }
  return text;
}
