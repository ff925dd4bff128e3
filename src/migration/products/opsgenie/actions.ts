import type { Source } from '../../model/ledger.ts';
import type { Attribute, Rule, Step } from '../../model/matched-attributes.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { pathOf } from './alert-fields.ts';
import { filterIn } from './criteria.ts';
import { expressionOf, joined } from './expressions.ts';
import { apiType } from './integration-types.ts';
import type { BroughtIntegration } from './mappings.ts';
import { isPriority, type Severities } from './severities.ts';
import { onlyVariable, sentAttributes, type Template, templateOf } from './templates.ts';

/** The mapping that actions make for the payloads of one integration. */
export interface ActionMapping {
  /** In front of those of the type: of one name, the first that finds something counts. */
  attributes: Attribute[];
  /** In front of the rules of the team. */
  rules: Rule[];
}

const kinds = ['ignore', 'create', 'close', 'acknowledge', 'addNote'] as const;
type Kind = (typeof kinds)[number];

interface Action {
  kind: Kind;
  source: Source;
  order: number;
  /** A condition of a JSONPath; null: always. */
  filter: string | null;
}

/** By key of the integration. Actions of other types read what only their tools send. */
export function actionMappings(
  account: Account,
  integrations: readonly BroughtIntegration[],
): ReadonlyMap<string, ActionMapping> {
  const mappings = new Map<string, ActionMapping>();
  const changed = new Map(
    integrations.map(({ key, source }) => [key, source.flag('isAdvanced') ?? true] as const),
  );
  for (const source of account.work.ledger.all('integration-actions')) {
    const integration = integrations.find((one) => one.source.of[0] === source.of[0]);
    if (!integration || !changed.get(integration.key)) {
      source.say('lost', 'What this integration does unless somebody changes it.');
      continue;
    }
    const own = kinds.flatMap((kind) => source.list(kind).map((one) => ({ kind, one })));
    if (integration.type === apiType)
      mappings.set(integration.key, mappingOf(account, integration, source, own));
    else
      for (const { one } of own)
        one.say(
          'behaviour',
          'What it makes of payloads is not kept: change the mapping of the integration.',
        );
  }
  return mappings;
}

export function rulesByTeam(
  integrations: readonly BroughtIntegration[],
  mappings: ReadonlyMap<string, ActionMapping>,
): ReadonlyMap<string, readonly Rule[]> {
  const ordered = integrations.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const byTeam = Map.groupBy(ordered, ({ teamId }) => teamId);
  return new Map(
    [...byTeam].map(([team, own]) => [
      team,
      own.flatMap((one) => [...responderRules(one), ...(mappings.get(one.key)?.rules ?? [])]),
    ]),
  );
}

function responderRules({ key, source, toldTeams }: BroughtIntegration): Rule[] {
  if (toldTeams.length === 0) return [];
  return [
    {
      displayName: cut(`Responders of ${source.name}`, 500),
      conditions: { intents: ['Created'], integrations: [key] },
      actions: { assignToTeams: [...toldTeams], ruleFlowControl: 'Continue' },
    },
  ];
}

function mappingOf(
  { severities, teams }: Account,
  integration: BroughtIntegration,
  source: Source,
  own: readonly { kind: Kind; one: Source }[],
): ActionMapping {
  const actions = own
    .flatMap(({ kind, one }) => readAction(kind, one) ?? [])
    .sort(
      (one, other) =>
        one.order - other.order || kinds.indexOf(one.kind) - kinds.indexOf(other.kind),
    );
  const attributes: Attribute[] = [];
  const rules: Rule[] = [];
  const templates: Template[] = [];
  for (const [index, action] of actions.entries()) {
    const guard = guardOf(action, actions.slice(0, index));
    if (action.kind === 'ignore') {
      attributes.push(fixed('Discard', guard, 'True'));
      continue;
    }
    attributes.push(...textsOf(action, guard, templates));
    if (action.kind !== 'create') continue;
    attributes.push(...priorityOf(action.source, guard, severities));
    attributes.push(...tagsOf(action.source, guard), ...detailsOf(action.source, guard, templates));
    const told = respondersOf(action.source, teams, integration);
    const name = cut(action.source.text('name') || 'Create', 255);
    if (told.length === 0) continue;
    attributes.push({ ...fixed('Action', guard, name), hideInPreviews: true });
    rules.push({
      displayName: name,
      conditions: {
        intents: ['Created'],
        integrations: [integration.key],
        attributes: [{ name: 'Action', operator: '=', value: name }],
      },
      actions: { assignToTeams: told, ruleFlowControl: 'Continue' },
    });
  }
  const discarded = unmatched(source, own, actions);
  const sent = sentAttributes(templates.flatMap(({ fields }) => fields));
  return { attributes: [...sent, ...attributes, ...discarded], rules };
}

function readAction(kind: Kind, source: Source): Action | null {
  const filter = filterIn(source, 'filter');
  const order = source.number('order') ?? 0;
  const expression = filter === null || filter === 'unknown' ? null : expressionOf(filter);
  if (filter === null || expression !== null) return { kind, source, order, filter: expression };
  source.say('behaviour', 'Left out, as its filter cannot be kept.');
  return null;
}

/** The first action that matches is the only one that is done. */
function guardOf(action: Action, earlier: readonly Action[]): string {
  const before = earlier.flatMap(({ kind, filter }) => {
    if (kind === action.kind || kind === 'ignore') return `!(${filter ?? 'true'})`;
    if (action.kind !== 'ignore') return [];
    return `!(${joined([isKind(kind), ...(filter === null ? [] : [filter])], ' && ')})`;
  });
  const own = [
    ...(action.kind === 'ignore' ? [] : [isKind(action.kind)]),
    ...(action.filter === null ? [] : [action.filter]),
    ...before,
  ];
  return own.length === 0 ? '$.jsonBody.action' : joined(own, ' && ');
}

function isKind(kind: Kind): string {
  return `$.jsonBody.action == '${kind}'`;
}

/** A body for which the condition holds, or what is below it. */
function selected(guard: string, below: string): string {
  return `$[?(${guard})].${below}`;
}

function fixed(name: string, guard: string, text: string): Attribute {
  return { name, mappings: [{ jsonPath: selected(guard, 'action') }, { static: text }] };
}

/** Discards payloads of a kind that no action of this kind matches. */
function unmatched(
  source: Source,
  own: readonly { kind: Kind }[],
  actions: readonly Action[],
): Attribute[] {
  return kinds.flatMap((kind): Attribute[] => {
    const given = own.filter((one) => one.kind === kind).length;
    const read = actions.filter((one) => one.kind === kind);
    const isTold = source.members().includes(kind);
    if (kind === 'ignore' || !isTold || given > read.length) return [];
    const filters = read.map(({ filter }) => filter);
    if (filters.includes(null)) return [];
    const known = filters.filter((filter) => filter !== null);
    const guard = [isKind(kind), ...known.map((filter) => `!(${filter})`)];
    return [fixed('Discard', joined(guard, ' && '), 'True')];
  });
}

/** Members with a text, what they usually are, and the attribute that has it here. */
const texts = [
  ['alias', '{{alias}}', 'CorrelationId'],
  ['message', '{{message}}', 'Title'],
  ['description', '{{description}}', 'Description'],
  ['entity', '{{entity}}', 'Entity'],
  ['source', '{{source}}', 'Source'],
  ['user', '{{user}}', 'User'],
  ['note', '{{note}}', 'Note'],
] as const;

function textsOf({ kind, source }: Action, guard: string, templates: Template[]): Attribute[] {
  return texts.flatMap(([member, usual, name]) => {
    const text = source.text(member);
    // A title and what it is about stay as they were when the alert came.
    if (!text || text.replaceAll(' ', '') === usual) return [];
    const template = templateOf(text);
    if (template === null || (kind !== 'create' && name === 'Title')) {
      source.say(
        member === 'alias' ? 'behaviour' : 'lost',
        'Not kept: the mapping of the type says what it is.',
        member,
      );
      return [];
    }
    templates.push(template);
    return fixed(name, guard, template.text);
  });
}

const byPriority = (severities: Severities): string =>
  (['P1', 'P2', 'P3', 'P4', 'P5'] as const)
    .map((priority) => `${priority}->${severities.of(priority)}`)
    .join();

function priorityOf(source: Source, guard: string, severities: Severities): Attribute[] {
  const custom = source.text('customPriority');
  const given = source.text('priority');
  if (isPriority(given) && !custom)
    return [fixed('Severity', guard, severities.of(given)), fixed('Priority', guard, given)];
  const text = custom || given;
  const field = text ? onlyVariable(text) : null;
  if (field) {
    const path = selected(guard, pathOf(field).replace('$.jsonBody.', ''));
    const steps: Step[] = [{ jsonPath: path }, { regex: '(?i)^\\s*(P[1-5])\\s*$' }];
    return [
      { name: 'Severity', mappings: [...steps, { map: byPriority(severities) }] },
      { name: 'Priority', mappings: steps },
    ];
  }
  if (text && text.replaceAll(' ', '') !== '{{priority}}')
    source.say(
      'behaviour',
      'Not kept: the mapping of the type says how severe it is.',
      custom ? 'customPriority' : 'priority',
    );
  return [];
}

/** The attribute is the list as JSON. */
function tagsOf(source: Source, guard: string): Attribute[] {
  const tags = source.texts('tags');
  const fixedTags = tags.filter((tag) => !tag.includes('{{'));
  if (fixedTags.length < tags.length) source.say('lost', 'Tags are fixed texts here.', 'tags');
  const alone = source.flag('ignoreTagsFromPayload') ?? false;
  if (fixedTags.length === 0 && !alone) return [];
  const list = JSON.stringify(fixedTags);
  const inside = list.slice(1, -1).replaceAll('$', '$$$$');
  const together: Attribute = {
    name: 'Tags',
    mappings: [
      { jsonPath: selected(guard, 'tags') },
      { regex: '(?s)^\\[(.+)\\]$', replace: `[$1,${inside}]` },
    ],
  };
  return [...(alone ? [] : [together]), fixed('Tags', guard, list)];
}

function detailsOf(source: Source, guard: string, templates: Template[]): Attribute[] {
  const details = source.at('extraProperties');
  return (details?.members() ?? []).flatMap((key) => {
    const text = details?.text(key);
    const template = text ? templateOf(text) : null;
    if (!details || !text) return [];
    const name = cut(`Details.${key}`, 255);
    if (template === null) {
      details.say('lost', 'Not kept: what it does with variables is not known.', key);
      return [];
    }
    templates.push(template);
    // A name that the mapping has is not taken from the details any more, so that is said, too.
    const sent = { name, mappings: [{ jsonPath: pathOf({ name: 'details', key }) }] };
    return [fixed(name, guard, template.text), sent];
  });
}

function respondersOf(
  source: Source,
  { index }: Account['teams'],
  { teamId }: BroughtIntegration,
): string[] {
  // An integration without a team there has no rules there either.
  const hasRules = index.sourceOf(teamId) !== null;
  const responders = [...source.list('responders'), ...source.list('recipients')];
  const told = responders.flatMap((responder) => {
    const isTeam = responder.text('type') === 'team';
    const team = isTeam && hasRules ? index.find(responder) : null;
    if (team === null) responder.say('behaviour', 'Only teams can be added to an alert by a rule.');
    return team ?? [];
  });
  return [...new Set(told)].filter((team) => team !== teamId);
}
