import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { cut } from '../../model/texts.ts';
import { type Change, type EventAttributes, extraction } from './event-attributes.ts';
import { attributeShowing } from './event-mapping.ts';
import { type Path, pathText } from './pcl/expression.ts';
import { parsePath } from './pcl/parse.ts';

type Rule = NonNullable<Bodies['tocsin_routing']['rules']>[number];
export type Actions = NonNullable<Rule['actions']>;
type Severity = NonNullable<Actions['changeSeverity']>;

/** The effects of a rule on an incident. */
export interface Effects {
  actions: Actions;
  /** Nobody is told. */
  isMuted: boolean;
}

export interface ActionScope {
  events: EventAttributes;
  /** Variables that rules before it have set; those of this rule are added. */
  variables: Map<string, Path>;
  /** All events come here: what changes them can be done by mappings. */
  isForAll: boolean;
  changes: Change[];
  /** Attributes that texts name. */
  named: Set<string>;
  priorityOf(id: string): string | null;
  policyOf(id: string): string | null;
  /** Lines that depend on what conditions look at, which is known in the end. */
  later(say: () => void): void;
}

export const noEffects: Effects = { actions: {}, isMuted: false };

const severities: Readonly<Record<string, Severity>> = {
  critical: 'Critical',
  error: 'Critical',
  warning: 'Warning',
  info: 'Minor',
};
const longestPause = 60;
const longestSnooze = 10_080;

/** The actions of orchestrations; those of rulesets are written differently. */
export function effectsOf(actions: Source, scope: ActionScope): Effects {
  for (const variable of actions.list('variables')) readVariable(variable, scope);
  const attributes = actions
    .list('extractions')
    .flatMap((extracted) => extractionOf(extracted, scope) ?? []);
  const isMuted = actions.flag('suppress') === true;
  const isDropped = actions.flag('drop_event') === true;
  if (isDropped)
    actions.say(
      'approximated',
      'what opens an incident is discarded; events that end one are dropped there, too',
      'drop_event',
    );
  const severity = severityIn(actions, scope);
  const priority = priorityIn(actions, scope);
  const set = [...attributes, ...priority];
  const policy = policyIn(actions, scope);
  const comment = commentIn(actions);
  const isOver = endsIt(actions);
  return {
    isMuted,
    actions: {
      ...(isDropped && { discard: true }),
      ...(severity && { changeSeverity: severity }),
      ...(set.length > 0 && { setAttributes: set }),
      ...(policy !== null && { useEscalationPolicyId: policy }),
      ...(comment !== null && { comment }),
      ...waitOf(actions, actions.number('suspend'), isMuted || isOver),
      ...(isOver && { addInteraction: 'Resolved' }),
    },
  };
}

function readVariable(variable: Source, { events, variables }: ActionScope): void {
  const name = variable.text('name');
  const written = variable.text('path');
  const path = written === null ? null : parsePath(written);
  const type = variable.text('type') ?? 'regex';
  const pattern = variable.text('value');
  const found =
    name !== null && path && pattern !== null && type === 'regex'
      ? events.variable(name, inScope(path, variables) ?? path, pattern)
      : null;
  if (found) variables.set(name ?? '', found);
  else variable.say('behaviour', 'not brought: no field or no pattern that mappings know');
}

function inScope(path: Path, variables: ReadonlyMap<string, Path>): Path | null {
  return path[0] === 'variables' ? (variables.get(String(path[1])) ?? null) : path;
}

type SetAttributes = NonNullable<Actions['setAttributes']>;

/** The attributes that an extraction sets: in the mapping if it applies to all events, else in the rule. */
function extractionOf(source: Source, scope: ActionScope): SetAttributes | null {
  const target = parsePath(source.text('target') ?? '');
  const shown = target && attributeShowing(target);
  if (!target || !shown) {
    source.say('lost', 'not brought: no field that incidents show', 'target');
    return null;
  }
  const template = source.text('template');
  const isFilledIn = template?.includes('{{') === true;
  if (scope.isForAll && !(shown === 'Severity' && isFilledIn)) {
    const steps =
      template === null ? stepsOf(source, scope) : [{ static: textOf(source, template, scope) }];
    if (steps === null) {
      source.say('behaviour', 'not brought: no field or no pattern that mappings know');
      return null;
    }
    scope.changes.push({ target, isFilledIn, steps });
    return null;
  }
  if (template !== null && !isFilledIn && !['Title', 'CorrelationId', 'Severity'].includes(shown))
    return [{ name: shown, value: cut(template, 65_536) }];
  sayLeft(
    source,
    target,
    scope,
    'as it was sent: mappings change a field in all events or in none',
  );
  return null;
}

function sayLeft(source: Source, target: Path, scope: ActionScope, text: string): void {
  const shown = attributeShowing(target);
  scope.later(() => {
    const matters =
      shown === 'CorrelationId' || shown === 'Severity' || scope.events.isLookedAt(target);
    source.say(matters ? 'behaviour' : 'lost', `${pathText(target)} stays ${text}`);
  });
}

function stepsOf(source: Source, { events, variables }: ActionScope) {
  const path = parsePath(source.text('source') ?? '');
  const pattern = source.text('regex');
  const known = path && inScope(path, variables);
  const base = known && events.stepsTo(known);
  return base && pattern !== null ? extraction(base, pattern) : null;
}

/** With the attributes of mappings in place of fields; a field that is not known is nothing, as it is there. */
function textOf(
  source: Source,
  template: string,
  { events, variables, named, changes }: ActionScope,
): string {
  return template.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, written: string) => {
    const path = parsePath(written);
    const known = path && inScope(path, variables);
    const name = known && events.textOf(known);
    if (!known || !name) return '';
    if (changes.some(({ target }) => pathText(target) === pathText(known)))
      source.say(
        'approximated',
        `names ${pathText(known)} as it was sent here, as rules before it changed it there`,
        'template',
      );
    named.add(name);
    return `{{ currentIncident.${name} }}`;
  });
}

function severityIn(actions: Source, scope: ActionScope): Severity | null {
  const written = actions.text('severity');
  if (!written) return null;
  const severity = severities[written];
  const target: Path = ['event', 'severity'];
  if (severity === undefined) {
    actions.say('behaviour', 'no severity that is known', 'severity');
    return null;
  }
  if (scope.isForAll) {
    const steps = [{ static: written }];
    scope.changes.push({ target, isFilledIn: false, steps });
    return null;
  }
  scope.later(() => {
    if (scope.events.isLookedAt(target))
      actions.say(
        'behaviour',
        `the incident is ${severity}; conditions compare the severity that was sent`,
        'severity',
      );
  });
  return severity;
}

function priorityIn(actions: Source, { priorityOf }: ActionScope): SetAttributes {
  const id = actions.text('priority');
  const name = id ? priorityOf(id) : null;
  if (id && name === null) actions.say('lost', 'no priority of this account', 'priority');
  return name === null ? [] : [{ name: 'Priority', value: name }];
}

function policyIn(actions: Source, { policyOf }: ActionScope): string | null {
  const id = actions.text('escalation_policy');
  const policy = id ? policyOf(id) : null;
  if (id && policy === null)
    actions.say('behaviour', 'no policy that was brought', 'escalation_policy');
  return policy;
}

function commentIn(actions: Source): string | null {
  const text = actions.text('annotate')?.trim() ?? '';
  if (text.includes('{{')) actions.say('lost', 'fields in it are not filled in', 'annotate');
  return text === '' ? null : cut(text, 5000);
}

/** Told after so many seconds unless it is over by then. */
function waitOf(source: Source, seconds: number | null, isNeedless: boolean): Actions {
  if (seconds === null || seconds <= 0 || isNeedless) return {};
  const minutes = Math.min(longestSnooze, Math.max(1, Math.round(seconds / 60)));
  if (minutes * 60 !== seconds)
    source.say(
      'approximated',
      `waits ${minutes} minutes here, ${seconds} seconds there`,
      'suspend',
    );
  return minutes <= longestPause
    ? { hold: { pauseMinutes: minutes } }
    : { addInteraction: 'Snoozed', snoozeForRelativeInMinutes: minutes };
}

function endsIt(actions: Source): boolean {
  const action = actions.text('event_action');
  if (action === 'resolve') {
    actions.say(
      'approximated',
      'an event that opens an incident ends it at once, and nobody is told; later ones end nothing here',
      'event_action',
    );
    return true;
  }
  if (action)
    actions.say(
      'behaviour',
      'events that end an incident end it: rules do not change that',
      'event_action',
    );
  return false;
}
