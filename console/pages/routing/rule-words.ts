import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { formatMoment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { choiceOf } from '../../parts/schema-form/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export type Rule = components['schemas']['RoutingRule'];

/** The conditions and the actions of a rule, each in a line of its own. */
export interface RuleWords {
  conditions: string[];
  actions: string[];
}

/** Builds the words of a rule. */
interface Speech {
  w: (typeof texts)['en']['words'];
  /** The name of a team, an integration or a service. */
  nameOf(id: string): string;
  choice(value: string): string;
  either(items: readonly string[]): string;
  both(items: readonly string[]): string;
  moment(time: string | null | undefined): string;
}

/** Says rules in words, with the names of what they refer to. */
export function useRuleWords(): (rule: Rule) => RuleWords {
  const speech = useSpeech();
  return (rule) => ({
    conditions: conditionsOf(rule, speech),
    actions: actionsOf(rule, speech),
  });
}

function useSpeech(): Speech {
  const { words: w } = useTexts(texts);
  const { language } = useLanguage();
  const names = [
    useNames('Team'),
    useNames('InboundIntegration'),
    useNames('OutboundIntegration'),
    useNames('Service'),
  ].map(({ data }) => data);
  const nameOf = (id: string) => names.find((known) => known?.has(id))?.get(id) ?? id;
  const listed = (items: readonly string[], type: 'conjunction' | 'disjunction') =>
    new Intl.ListFormat(language, { type }).format(items);
  return {
    w,
    nameOf,
    choice: (value) => choiceOf(value, language),
    either: (items) => listed(items, 'disjunction'),
    both: (items) => listed(items, 'conjunction'),
    moment: (time) => (time ? formatMoment(new Date(time), language) : ''),
  };
}

function some<Item extends string>(items: readonly (Item | null)[] | null | undefined): Item[] {
  return (items ?? []).filter((item): item is Item => item !== null);
}

function conditionsOf({ conditions: c }: Rule, speech: Speech): string[] {
  const { w, nameOf, choice, either, both, moment } = speech;
  const lists = [
    [some(c.statuses).map(choice), w.status],
    [some(c.severities).map(choice), w.severity],
    [some(c.integrations).map(nameOf), w.integration],
    [some(c.services).map(nameOf), w.service],
    [some(c.intents).map(choice), w.intent],
  ] as const;
  const attributes = (c.attributes ?? []).map(({ name, operator, value }) =>
    w.attribute(name, operator, value ?? ''),
  );
  const { schedule, dateRestriction } = c;
  return [
    ...lists.filter(([items]) => items.length > 0).map(([items, say]) => say(either(items))),
    ...(c.labels && c.labels.length > 0
      ? [w.labels(both(c.labels), c.labelsMatchType === 'any')]
      : []),
    ...(attributes.length > 0
      ? [attributes.join(c.attributesMatchType === 'any' ? w.any : w.all)]
      : []),
    ...(dateRestriction && (dateRestriction.from || dateRestriction.until)
      ? [w.dates(moment(dateRestriction.from), moment(dateRestriction.until))]
      : []),
    ...(schedule
      ? [
          w.schedule(
            either(some(schedule.daysOfWeek).map(choice)),
            schedule.after ?? '',
            schedule.before ?? '',
          ),
        ]
      : []),
  ];
}

function actionsOf({ actions: a, channels }: Rule, speech: Speech): string[] {
  const { w, nameOf, choice, both } = speech;
  const assigned = some(a?.assignToTeams).map(nameOf);
  const forwarded = some(a?.forwardToOutboundIntegrations).map(nameOf);
  const affected = some(a?.affectsServices).map(nameOf);
  const snoozedUntil = [
    a?.snoozeUntilWeekdayAbsolute ? choice(a.snoozeUntilWeekdayAbsolute) : '',
    a?.snoozeUntilAbsolute ?? '',
  ].filter((part) => part !== '');
  const doings = [
    a?.discard && w.discard,
    a?.hold?.threshold && w.holdPayloads(a.hold.threshold.payloads, a.hold.threshold.withinMinutes),
    a?.hold?.pauseMinutes && w.holdMinutes(a.hold.pauseMinutes),
    assigned.length > 0 && w.assign(both(assigned), a?.assignToTeamsRepeatAlerts === false),
    a?.changeSeverity && w.changeSeverity(choice(a.changeSeverity)),
    a?.useEscalationPolicyId && w.escalate(nameOf(a.useEscalationPolicyId)),
    a?.addInteraction && w.interaction(choice(a.addInteraction)),
    forwarded.length > 0 && w.forward(both(forwarded)),
    affected.length > 0 && w.affects(both(affected)),
    a?.setAttributes?.length && w.attributes(both(a.setAttributes.map(({ name }) => name))),
    a?.snoozeForRelativeInMinutes && w.snoozeMinutes(a.snoozeForRelativeInMinutes),
    snoozedUntil.length > 0 && w.snoozeUntil(snoozedUntil.join(' ')),
    typeof a?.excludeFromUptimeCalculation === 'boolean' &&
      w.uptime(a.excludeFromUptimeCalculation),
    a?.comment && w.comment(a.comment),
    typeof a?.deleteInRelativeInSeconds === 'number' && w.remove(a.deleteInRelativeInSeconds),
  ].filter((words) => typeof words === 'string');
  const delay = a?.delayActionsInMinutes ?? 0;
  return [
    ...doings.map((words) => (delay > 0 ? `${w.delay(delay)}${words}` : words)),
    ...limitOf(
      speech,
      channels?.notificationChannels?.map(choice),
      channels?.notificationChannelsMuted,
      [w.onlyChannels, w.mutedChannels, w.everyChannel],
    ),
    ...limitOf(
      speech,
      channels?.outboundIntegrations?.map(nameOf),
      channels?.outboundIntegrationsMuted,
      [w.onlyTools, w.mutedTools, w.everyTool],
    ),
    ...(a?.ruleFlowControl === 'Skip' ? [w.stop] : []),
  ];
}

/** A list with `muted` silences those it names, without it all others; `muted` without a list silences all. */
function limitOf(
  { either, both }: Speech,
  list: readonly string[] | null | undefined,
  isMuted: boolean | null | undefined,
  [only, muted, every]: [(list: string) => string, (list: string) => string, string],
): string[] {
  if (list && list.length > 0) return [isMuted ? muted(either(list)) : only(both(list))];
  return isMuted && !list ? [muted(every)] : [];
}
