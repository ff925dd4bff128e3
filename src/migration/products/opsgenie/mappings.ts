import type { Source } from '../../model/ledger.ts';
import { type Attribute, namesMet } from '../../model/matched-attributes.ts';
import type { Bodies } from '../../model/neutral.ts';
import { mappingOfType, withAttributes } from '../../model/type-mapping.ts';
import type { Account } from './account.ts';
import type { ActionMapping } from './actions.ts';
import { type AlertField, placeIn } from './alert-fields.ts';
import { apiType } from './integration-types.ts';
import type { Severities } from './severities.ts';

export interface BroughtIntegration {
  key: string;
  type: string;
  teamId: string;
  source: Source;
  /** Further teams that its alerts go to. */
  toldTeams: readonly string[];
}

/**
 * Adds attributes for comparisons that conditions cannot make, to each integration whose incidents the rules may see.
 */
export function bringMappings(
  { work, matched, escalations, teams, severities }: Account,
  integrations: readonly BroughtIntegration[],
  actions: ReadonlyMap<string, ActionMapping>,
  routings: readonly Bodies['tocsin_routing'][],
): void {
  const teamOf = (policy: string) => {
    const source = escalations.sourceOf(policy);
    return source && teams.ownerOf(source);
  };
  for (const { key, type, teamId, source } of integrations) {
    const names = namesMet({ key, teamId }, routings, teamOf);
    const { attributes, missing } = matched.attributes(names, (field) => placeIn(type, field));
    if (missing.length > 0)
      source.say(
        'behaviour',
        `Rules look for a pattern in ${fieldsIn(missing)}, which what it sends does not have here: ` +
          'they take it for something that does not match.',
      );
    const first = [
      ...(actions.get(key)?.attributes ?? []),
      ...(type === apiType ? severityAttributes(severities) : []),
    ];
    const mapping = mappingOfType(type);
    if (first.length + attributes.length === 0 || mapping === null) continue;
    const attributesMapping = withAttributes(mapping, { first, last: attributes });
    if (attributesMapping)
      work.add('tocsin_integration_mapping', `${key}:mapping`, {
        integrationId: key,
        attributesMapping,
      });
    else source.say('behaviour', 'Its mapping would have more attributes than one can have.');
  }
}

/** Where whoever imports reads priorities in another way than the type does. */
function severityAttributes(severities: Severities): Attribute[] {
  const changed = severities.changed();
  if (changed.length === 0) return [];
  const map = changed.map(([priority, severity]) => `${priority}->${severity}`).join();
  const steps = [
    { jsonPath: '$.jsonBody.priority' },
    { regex: `^(?:${changed.map(([priority]) => priority).join('|')})$` },
  ];
  return [{ name: 'Severity', mappings: [...steps, { map }] }];
}

function fieldsIn(fields: readonly AlertField[]): string {
  const names = fields.map(({ name, key }) => (key === null ? name : `${name} ${key}`));
  return [...new Set(names)].sort().join(', ');
}
