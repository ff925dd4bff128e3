import type { Source } from '../../model/ledger.ts';
import { type Alternative, alternativesIn } from './conditions.ts';
import type { Change, EventAttributes } from './event-attributes.ts';
import {
  type ActionScope,
  type Actions,
  type Effects,
  effectsOf,
} from './orchestration-actions.ts';
import type { Expression, Path } from './pcl/expression.ts';
import { parsePath } from './pcl/parse.ts';
import { always, effectsOfRoute, type Router } from './router.ts';
import { type ReadRule, start } from './rule-sets.ts';
import type { BroughtService } from './services.ts';

/** The rules of a ruleset: what came before orchestrations, and routes and changes events by the same rule. */
export interface ReadRuleset extends Router {
  changes: Change[];
  named: ReadonlySet<string>;
}

type Surroundings = Pick<ActionScope, 'events' | 'priorityOf' | 'policyOf' | 'later'>;

export function readRuleset(
  sources: readonly Source[],
  services: readonly BroughtService[],
  around: Surroundings,
): ReadRuleset {
  const byId = new Map(services.map((service) => [service.id, service]));
  const targets = new Map<ReadRule | null, BroughtService>();
  const changes: Change[] = [];
  const named = new Set<string>();
  const read = (source: Source, isForAll: boolean) => {
    const variables = new Map<string, Path>();
    const scope = { ...around, variables, changes, named, isForAll };
    const actions = source.at('actions');
    const route = actions?.at('route')?.text('value') ?? null;
    const service = byId.get(route) ?? null;
    if (route !== null && service === null)
      actions?.say('behaviour', 'nobody is told: its service is unknown', 'route');
    const effects = actions ? effectsOf(asOrchestrated(actions, source), scope) : null;
    return { service, effects: routed(actions, effects, service) };
  };
  const rules: ReadRule[] = [];
  let otherwise: Effects = { actions: {}, isMuted: true };
  let isReached = true;
  const placed = sources.map((source) => ({ source, position: source.number('position') ?? 0 }));
  for (const { source } of placed.toSorted((one, other) => one.position - other.position)) {
    if (source.flag('disabled') === true) {
      source.say('lost', 'disabled');
      continue;
    }
    if (source.flag('catch_all') === true) {
      const { service, effects } = read(source, isReached);
      otherwise = effects;
      if (service) targets.set(null, service);
      continue;
    }
    const alternatives = conditionsOf(source, around.events);
    const { service, effects } = read(source, isReached && alternatives.includes(always));
    const rule = { source, label: null, alternatives, effects, next: null };
    if (service) targets.set(rule, service);
    rules.push(rule);
    isReached = false;
  }
  return {
    ...{ sets: [{ id: start, rules }], otherwise, changes, named },
    serviceOf: (rule) => targets.get(rule) ?? null,
  };
}

/** Nothing opens an incident without a route. */
function routed(
  actions: Source | null,
  effects: Effects | null,
  service: BroughtService | null,
): Effects {
  const own = effects?.actions ?? {};
  const threshold = thresholdOf(actions?.at('suppress') ?? null);
  const isMuted = service === null || (effects?.isMuted === true && threshold === null);
  if (service === null) return { actions: own, isMuted };
  const route = effectsOfRoute(service).actions;
  if (own.addInteraction)
    actions?.say(
      'lost',
      'the incident affects no service, as the rule does something else',
      'route',
    );
  return { isMuted, actions: { ...route, ...own, ...threshold } };
}

const minutesOf: Readonly<Record<string, number>> = {
  seconds: 1 / 60,
  minutes: 1,
  hours: 60,
  days: 1440,
};

/** Muted until so many events came in. */
function thresholdOf(suppress: Source | null): Actions | null {
  const payloads = suppress?.number('threshold_value') ?? null;
  const amount = suppress?.number('threshold_time_amount') ?? null;
  const unit = suppress?.text('threshold_time_unit') ?? 'minutes';
  if (!suppress || payloads === null || amount === null) return null;
  const withinMinutes = Math.round(amount * (minutesOf[unit] ?? 1));
  if (payloads < 2 || payloads > 1000 || withinMinutes < 1 || withinMinutes > 1440) {
    suppress.say(
      'behaviour',
      'told at once: no number of events that rules can wait for',
      'threshold_value',
    );
    return {};
  }
  suppress.say(
    'approximated',
    'counts events of the same incident here, and all events that come to the rule there',
    'threshold_value',
  );
  return { hold: { threshold: { payloads, withinMinutes, below: 'forget' } } };
}

/** Actions as orchestrations have them: a value each, paths from the event on. */
function asOrchestrated(actions: Source, rule: Source): Source {
  return {
    ...actions,
    text: (member) => actions.at(member)?.text('value') ?? null,
    number: (member) => actions.at(member)?.number('value') ?? null,
    flag: (member) => actions.at(member)?.flag('value') ?? null,
    list: (member) =>
      member === 'variables'
        ? rule.list('variables').map(asVariable)
        : actions.list(member).map(asExtraction),
    say(level, text, member) {
      const part = member === undefined ? null : actions.at(member);
      if (part) part.say(level, text, 'value');
      else actions.say(level, text, member);
    },
  };
}

function asVariable(variable: Source): Source {
  const parameters = variable.at('parameters');
  return {
    ...variable,
    text(member) {
      if (member === 'path') return fromEvent(parameters?.text('path') ?? null);
      return member === 'value' ? (parameters?.text('value') ?? null) : variable.text(member);
    },
  };
}

function asExtraction(extraction: Source): Source {
  return {
    ...extraction,
    text(member) {
      const text = extraction.text(member);
      if (member === 'target' || member === 'source') return fromEvent(text);
      // Names alone are variables.
      return member === 'template'
        ? (text?.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, '{{variables.$1}}') ?? null)
        : text;
    },
  };
}

const fields =
  /^(summary|source|severity|component|group|class|timestamp|custom_details|dedup_key)\b/;

/** Paths begin at what was sent, or name a common field alone; those of the first version have other names. */
function fromEvent(path: string | null): string | null {
  if (path === null) return null;
  if (/^details\b/.test(path)) return `event.custom_${path}`;
  if (path === 'description') return 'event.summary';
  return fields.test(path) ? `event.${path}` : `raw_event.${path}`;
}

function conditionsOf(rule: Source, events: EventAttributes): Alternative[] {
  const conditions = rule.at('conditions');
  const operator = conditions?.text('operator') ?? 'and';
  const parts = (conditions?.list('subconditions') ?? []).map(subcondition);
  const known = parts.filter((part) => part !== null);
  const times = timesOf(rule.at('time_frame'));
  if (times === 'unknown' || known.length < parts.length || !['and', 'or'].includes(operator)) {
    const member = times === 'unknown' ? 'time_frame' : 'conditions';
    rule.say('behaviour', 'not brought: no condition or no time that is known', member);
    return [];
  }
  if (known.length === 0 && times.length === 0) return [always];
  const own: Expression[] =
    known.length === 0 ? [] : [{ is: operator === 'or' ? 'or' : 'and', parts: known }];
  if (known.length > 0)
    rule.say('approximated', 'letters of any case are the same; the documents do not say it', 'id');
  const expression: Expression = { is: 'and', parts: [...own, ...times] };
  return alternativesIn(rule, 'conditions', expression, { events, variables: new Map() });
}

const ways: Readonly<Record<string, 'whole' | 'part' | 'regex'>> = {
  ...{ equals: 'whole', contains: 'part', matches: 'regex' },
};

function subcondition(source: Source): Expression | null {
  const parameters = source.at('parameters');
  const path = parsePath(fromEvent(parameters?.text('path') ?? null) ?? '');
  const value = parameters?.text('value') ?? '';
  const operator = source.text('operator') ?? '';
  const [, not, name = ''] = /^(n?)(exists|equals|contains|matches)$/.exec(operator) ?? [];
  if (path === null || name === '') return null;
  const how = ways[name];
  const is: Expression =
    how === undefined
      ? { is: 'exists', path }
      : { is: 'matches', path, how, value, exactly: false };
  return not ? { is: 'not', of: is } : is;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const dayMilliseconds = 86_400_000;

function timesOf(frame: Source | null): Expression[] | 'unknown' {
  const between = frame?.at('active_between') ?? null;
  const weekly = frame?.at('scheduled_weekly') ?? null;
  const moment = (operator: '>=' | '<', at: number | null | undefined): Expression[] =>
    at
      ? [{ is: 'moment', operator, at: new Date(at).toISOString().slice(0, 19), zone: 'Etc/UTC' }]
      : [];
  const moments = [
    ...moment('>=', between?.number('start_time')),
    ...moment('<', between?.number('end_time')),
  ];
  if (!weekly) return moments;
  const [from, length] = [weekly.number('start_time'), weekly.number('duration')];
  const zone = weekly.text('timezone');
  const named = weekly.whole('weekdays');
  const days = (Array.isArray(named) ? named : []).flatMap(
    (one) => weekdays[Number(one) - 1] ?? [],
  );
  if (from === null || !length || length > dayMilliseconds || zone === null || days.length === 0)
    return 'unknown';
  const clock = (at: number) => new Date(at % dayMilliseconds).toISOString().slice(11, 19);
  const hours = { days, from: clock(from), until: clock(from + length), zone };
  return [...moments, { is: 'hours', hours }];
}
