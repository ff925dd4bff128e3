import type { IncidentAttribute, Severity } from '../incidents/index.ts';
import type { AttributeCondition } from '../routing/index.ts';
import type { Reach } from './reach.ts';
import { attributesOf, textClasses } from './text-classes.ts';

/** An incident as an integration might open it. */
export interface Witness {
  severity: Severity;
  title: string;
  attributes: IncidentAttribute[];
}

export interface IncidentClasses {
  /** One incident for each way in which conditions can be judged; those with the fewest attributes first. */
  witnesses: Witness[];
  /** Of which attributes there may be further ways. */
  incomplete: string[];
  /** There are more ways than can be looked at, by conditions on these attributes. */
  tooMany: string[] | null;
}

/** Names that mean the incident itself: they are known. */
const ownNames = new Set(['severity', 'status', 'subincidentscount']);
const witnessesMax = 2_000;
const plainTitle = 'Any title';

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
  // Of a payload that belongs to a group it is another one.
  const ofGroups = conditions.filter(({ name }) => name.toLowerCase() === 'subincidentscount');
  const incomplete = [
    ...classes.filter((one) => one.isIncomplete).map(({ name }) => name),
    ...ofGroups.slice(0, 1).map(({ name }) => name),
  ];
  const count = classes.reduce((product, { values }) => product * values.length, severities.length);
  if (count > witnessesMax)
    return { witnesses: [], incomplete, tooMany: classes.map(({ name }) => name) };
  let texts: Omit<Witness, 'severity'>[] = [{ title: plainTitle, attributes: [] }];
  for (const { name, values } of classes)
    texts = texts.flatMap((text) =>
      values.map((value) =>
        name.toLowerCase() === 'title'
          ? { ...text, title: value ?? plainTitle }
          : { ...text, attributes: [...text.attributes, ...attributesOf(name, value)] },
      ),
    );
  const witnesses = texts
    .flatMap((text) => severities.map((severity) => ({ severity, ...text })))
    .toSorted((one, other) => one.attributes.length - other.attributes.length);
  return { witnesses, incomplete, tooMany: null };
}
