import type { Source } from '../../model/ledger.ts';
import {
  type Attribute,
  type AttributesMapping,
  type Comparison,
  createMatchedAttributes,
  type MatchedAttributes,
  type Rule,
  type Step,
} from '../../model/matched-attributes.ts';
import { mappingOfType, withAttributes } from '../../model/type-mapping.ts';
import type { Account } from './account.ts';
import { type PayloadValue, type Test, testsIn, valueIn } from './jinja.ts';
import { alternativesOf, routesOf } from './routes.ts';

/**
 * The rules of an integration, and its mapping where its routes or templates need one that is not its type's.
 * `policyOf` says which policy a chain became.
 */
export function bringMapping(
  account: Account,
  integration: Source,
  type: string,
  policyOf: (route: Source) => string | null,
): Rule[] {
  const matched = createMatchedAttributes<PayloadValue>();
  const rules = [
    ...acknowledgingRules(integration, matched),
    ...routesOf(account, integration, matched, policyOf),
  ];
  const usual = mappingOfType(type);
  if (usual === null) return [];
  const named = new Set(
    rules.flatMap(({ conditions }) => (conditions.attributes ?? []).map(({ name }) => name)),
  );
  const { attributes } = matched.attributes(named, placeOf);
  const templated = withTemplates(integration, usual);
  if (templated === usual && attributes.length === 0) return rules;
  const mapping = withAttributes(templated, { last: attributes });
  if (!mapping) {
    integration.say('behaviour', 'Its routes are left out: they ask for too many attributes.');
    return [];
  }
  account.work.add('tocsin_integration_mapping', `${integration.key}:mapping`, {
    integrationId: integration.key,
    attributesMapping: mapping,
  });
  return rules;
}

function placeOf({ jsonPath }: PayloadValue) {
  return { ways: [[{ jsonPath }]] };
}

function templatesOf(integration: Source): Source | null {
  return integration.at('templates');
}

/** Quotes it, so that somebody can say it again in a mapping. */
function sayTemplate(templates: Source, member: string, text: string, becomes: string): void {
  templates.say(
    'behaviour',
    `${becomes}: no mapping says what this template does: ${text.replaceAll(/\s+/g, ' ').trim()}`,
    member,
  );
}

/** The mapping of the type, with what templates say of keys and of the end in place of what it says. */
function withTemplates(integration: Source, usual: AttributesMapping): AttributesMapping {
  const templates = templatesOf(integration);
  if (!templates) return usual;
  const changes = new Map<string, Attribute[]>();
  const grouping = templates.text('grouping_key');
  if (grouping) {
    const entries = correlationOf(grouping);
    if (entries) changes.set('CorrelationId', entries);
    else
      sayTemplate(
        templates,
        'grouping_key',
        grouping,
        'Alerts belong together as those of the type do',
      );
  }
  const resolving = templates.text('resolve_signal');
  if (resolving) {
    const entries = statusOf(resolving);
    if (entries) changes.set('Status', entries);
    else
      sayTemplate(
        templates,
        'resolve_signal',
        resolving,
        'Alerts are over as those of the type are',
      );
  }
  if (changes.size === 0) return usual;
  const kept = usual.attributes.filter(({ name }) => !changes.has(name));
  return { ...usual, attributes: [...[...changes.values()].flat(), ...kept] };
}

function correlationOf(template: string): Attribute[] | null {
  const value = valueIn(template);
  if (!value || value.letters !== null) return null;
  const steps: Step[] = [{ jsonPath: value.jsonPath }];
  if (value.isTrimmed) steps.push({ regex: '(?s)^\\s*(.*?)\\s*\\z' });
  const entries: Attribute[] = [{ name: 'CorrelationId', mappings: steps }];
  if (value.otherwise)
    entries.push({ name: 'CorrelationId', mappings: [{ static: value.otherwise }] });
  return entries;
}

/** Open, unless one of the tests says that it is over; tests that have to hold together have no place there. */
function statusOf(template: string): Attribute[] | null {
  const alternatives = testsIn(template);
  const tests = alternatives?.map(([first, ...more]) => (more.length === 0 ? first : undefined));
  if (!tests?.every((test) => test !== undefined && !test.isNot)) return null;
  return [
    ...tests.flatMap((test): Attribute[] =>
      test ? [{ name: 'Status', mappings: stepsOf(test) }] : [],
    ),
    { name: 'Status', mappings: [{ static: 'Open' }] },
  ];
}

function stepsOf({ value, pattern }: Test): Step[] {
  return [{ jsonPath: value.jsonPath }, { regex: pattern, replace: 'Resolved' }];
}

/** Whatever the source says is being looked at counts as acknowledged. */
function acknowledgingRules(integration: Source, matched: MatchedAttributes<PayloadValue>): Rule[] {
  const templates = templatesOf(integration);
  const template = templates?.text('acknowledge_signal');
  if (!templates || !template) return [];
  const alternatives = alternativesOf(testsIn(template), matched);
  if (!alternatives) {
    sayTemplate(templates, 'acknowledge_signal', template, 'Nothing is acknowledged by its source');
    return [];
  }
  return alternatives.map((attributes: Comparison[]) => ({
    displayName: 'Acknowledged by its source',
    conditions: {
      ...{ integrations: [integration.key], intents: ['Created', 'Updated'] },
      ...{ attributes, attributesMatchType: 'all' },
    },
    actions: { addInteraction: 'Investigated', ruleFlowControl: 'Continue' },
  }));
}
