import {
  type AppendIntent,
  allowedIntents,
  applyOperations,
  type ChannelLimits,
  type EventSource,
  heldInWords,
  holdFor,
  type IncidentDocument,
  type IncidentOperations,
  type IntentOptions,
  toAttribute,
} from '../incidents/index.ts';
import { type Sentence, type SentenceCode, say, words, zonedMoment } from '../sentences/index.ts';
import { channelLimitsOf } from './channels.ts';
import type { RoutingRule, RuleActions } from './routings.ts';
import { snoozedUntil } from './snoozed-until.ts';
import { channelsInWords, effectsInWords, listed } from './summary.ts';
import type { NamedKind, RuleSurroundings } from './surroundings.ts';

export interface RuleEffects {
  /** Changes of the incident, in order, to be applied with `applyOperations`. */
  operations: IncidentOperations[];
  /** Delete the incident; nothing else is in the effects then. */
  discard: boolean;
  deleteAfterSeconds: number | null;
  /** The channels to which later deliveries of this incident are limited. */
  channels: ChannelLimits | null;
  /** People of assigned teams who were told before are told again. */
  repeatAlerts: boolean;
  /** The policy that the incident follows from then on. */
  escalationPolicyId: string | null;
  /** Null: as it is, or part of an operation. */
  excludeFromUptimeCalculation: boolean | null;
  /** Skipped: the rule has actions, and none of them was possible. */
  outcome: 'Applied' | 'Skipped';
  /** One line for the execution log: “Assigned to Database; severity Critical.” */
  summary: Sentence;
}

/** The effects of earlier rules of the same run that later ones need not repeat. */
export class RunProgress {
  readonly assignedTeams = new Set<string>();
  readonly forwardedTo = new Set<string>();
  /** The events of an incident name the objects of their intents: so many fit into one document. */
  #idsLeft = 20_000;

  copy(): RunProgress {
    const copy = new RunProgress();
    for (const id of this.assignedTeams) copy.assignedTeams.add(id);
    for (const id of this.forwardedTo) copy.forwardedTo.add(id);
    copy.#idsLeft = this.#idsLeft;
    return copy;
  }

  takeIds(count: number): boolean {
    this.#idsLeft -= count;
    return this.#idsLeft >= 0;
  }
}

interface Circumstances {
  rule: RoutingRule;
  by: EventSource;
  /** Time zone of the routing's team. */
  timeZoneId: string;
  around: RuleSurroundings;
  progress: RunProgress;
}

/** The channels of a rule whose actions wait: later messages would be too late to mute. */
export function channelEffects(rule: RoutingRule, around: RuleSurroundings): RuleEffects | null {
  const channels = channelLimitsOf(rule.channels);
  if (!channels) return null;
  const nameOf = (id: string) => around.nameOf('OutboundIntegration', id) ?? id;
  const summary = effectsInWords([say('actionsWait'), ...channelsInWords(channels, nameOf)]);
  return { ...noEffects, channels, summary };
}

const noEffects: RuleEffects = {
  operations: [],
  discard: false,
  deleteAfterSeconds: null,
  channels: null,
  repeatAlerts: false,
  escalationPolicyId: null,
  excludeFromUptimeCalculation: null,
  outcome: 'Applied',
  summary: say('effectsNone'),
};

/**
 * The effects of a rule on an incident, and the incident after them. Pure; what is not possible is left out and said.
 */
export function effectsOf(
  incident: IncidentDocument,
  circumstances: Circumstances,
): { effects: RuleEffects; incident: IncidentDocument } {
  const actions = circumstances.rule.actions ?? { setAttributes: [] };
  if (actions.discard)
    return {
      effects: { ...noEffects, discard: true, summary: effectsInWords([say('incidentDiscarded')]) },
      incident,
    };
  const application = new Application(incident, circumstances);
  application.change(actions);
  application.assign(actions);
  application.escalate(actions);
  const spoken = application.interact(actions);
  if (!spoken) application.comment(actions);
  application.hold(actions);
  return {
    effects: application.finish(actions),
    incident: application.incident,
  };
}

/** One rule being applied to a copy of the incident. */
class Application {
  incident: IncidentDocument;
  readonly #circumstances: Circumstances;
  readonly #operations: IncidentOperations[] = [];
  readonly #done: Sentence[] = [];
  readonly #refused: Sentence[] = [];
  #excludeIsDone = false;
  #escalationPolicyId: string | null = null;

  constructor(incident: IncidentDocument, circumstances: Circumstances) {
    this.incident = incident;
    this.#circumstances = circumstances;
  }

  change({ changeSeverity, setAttributes }: RuleActions): void {
    const operations: IncidentOperations = {};
    if (changeSeverity) {
      operations.changeSeverity = changeSeverity;
      this.#done.push(say('severitySet', { severity: changeSeverity }));
    }
    if (setAttributes && setAttributes.length > 0) {
      operations.upsertAttributes = setAttributes.map(toAttribute);
      this.#done.push(say('attributesSet', listed(setAttributes.map(({ name }) => name))));
    }
    if (Object.keys(operations).length > 0) this.#apply(operations);
  }

  assign(actions: RuleActions): void {
    const { assignToTeams, assignToTeamsRepeatAlerts } = actions;
    const repeatAlerts = assignToTeamsRepeatAlerts ?? true;
    const { assignedTeams } = this.#circumstances.progress;
    const teams = this.#named('Team', assignToTeams).filter(({ id, name }) => {
      const isThere = this.incident.teamIds.includes(id);
      if (assignedTeams.has(id) || (isThere && !repeatAlerts)) {
        this.#refused.push(say('teamAlreadyAssigned', { name }));
        return false;
      }
      return true;
    });
    if (teams.length === 0) return;
    const ids = teams.map(({ id }) => id);
    if (!this.#intend('Assigned', { teams: { ids, repeatAlerts } }, ids.length)) return;
    for (const id of ids) assignedTeams.add(id);
    this.#done.push(say('teamsAssigned', listed(teams.map(({ name }) => name))));
  }

  escalate({ useEscalationPolicyId: given }: RuleActions): void {
    if (!given) return;
    const id = given.toLowerCase();
    const name = this.#circumstances.around.nameOf('EscalationPolicy', id);
    if (name === null) this.#refused.push(say('policyMissing'));
    else {
      this.#escalationPolicyId = id;
      this.#done.push(say('policyChosen', { name }));
    }
  }

  /** The interaction with its companions; true when it took the comment with it. */
  interact(actions: RuleActions): boolean {
    const { addInteraction } = actions;
    const message = actions.comment ? words(actions.comment) : null;
    this.#nameUnused(actions);
    switch (addInteraction) {
      case null:
      case undefined:
        return false;
      case 'Assigned':
        if (!actions.assignToTeams?.length) this.#refused.push(say('noTeamToAssign'));
        return false;
      case 'Commented':
        if (!message) this.#refused.push(say('noCommentToAdd'));
        return false;
      case 'Affects':
        return this.#affect(actions, message);
      case 'Forwarded':
        return this.#forward(actions, message);
      case 'Snoozed':
        return this.#snooze(actions, message);
      default:
        if (!this.#intend(addInteraction, {}, 0, message)) return false;
        this.#done.push(say('interactionAdded', { intent: addInteraction }));
        return message !== null;
    }
  }

  /** People who were told once are told on: only an incident that nobody has heard of is held back. */
  hold({ hold: settings }: RuleActions): void {
    const { incident } = this;
    const { by, around, rule } = this.#circumstances;
    if (!settings || by.kind !== 'rule') return;
    const wasTold = (incident.alerting?.announced ?? 0) > 0 && !incident.hold;
    if (incident.status !== 'Open' || wasTold) {
      this.#refused.push(say('tooLateToHold'));
      return;
    }
    const { createdAt: at, severity } = incident;
    const held = holdFor(settings, { at, severity }, payloadsOf(incident));
    if (!held || held.until <= around.now) {
      this.#refused.push(say('holdOverAlready'));
      return;
    }
    const { id, routingId } = by;
    const displayName = rule.displayName ?? by.displayName;
    this.#apply({ hold: { ...held, rule: { id, routingId, displayName } } });
    this.#done.push(heldInWords(held, this.#circumstances.timeZoneId));
  }

  comment({ comment }: RuleActions): void {
    if (comment && this.#intend('Commented', {}, 0, words(comment)))
      this.#done.push(say('commentAdded'));
  }

  finish(actions: RuleActions): RuleEffects {
    const { excludeFromUptimeCalculation, deleteInRelativeInSeconds, assignToTeamsRepeatAlerts } =
      actions;
    const channels = channelLimitsOf(this.#circumstances.rule.channels);
    let exclude: boolean | null = null;
    if (typeof excludeFromUptimeCalculation === 'boolean') {
      if (!this.#excludeIsDone) exclude = excludeFromUptimeCalculation;
      this.#done.push(say(excludeFromUptimeCalculation ? 'uptimeExcluded' : 'uptimeCounted'));
    }
    if (exclude !== null)
      this.incident = { ...this.incident, excludeFromUptimeCalculation: exclude };
    const deleteAfterSeconds = deleteInRelativeInSeconds ?? null;
    if (deleteAfterSeconds !== null)
      this.#done.push(say('deletedAfter', { seconds: deleteAfterSeconds }));
    if (channels) this.#done.push(...channelsInWords(channels, this.#nameOf));
    const isRefused = this.#done.length === 0 && this.#refused.length > 0;
    return {
      operations: this.#operations,
      discard: false,
      deleteAfterSeconds,
      channels,
      repeatAlerts: assignToTeamsRepeatAlerts ?? true,
      escalationPolicyId: this.#escalationPolicyId,
      excludeFromUptimeCalculation: exclude,
      outcome: isRefused ? 'Skipped' : 'Applied',
      summary: effectsInWords([
        ...this.#done,
        ...this.#refused.map((reason) => say('actionNotDone', { reason })),
      ]),
    };
  }

  #affect(actions: RuleActions, message: Sentence | null): boolean {
    const services = this.#named('Service', actions.affectsServices);
    const { serviceIds = [] } = this.incident;
    const added = services.filter(({ id }) => !serviceIds.includes(id));
    if (added.length === 0) {
      this.#refused.push(
        say(services.length > 0 ? 'servicesAlreadyAffected' : 'noServiceToAffect'),
      );
      return false;
    }
    // The intent replaces the services; a rule adds to those that others named.
    const ids = [...serviceIds, ...added.map(({ id }) => id)];
    const exclude = actions.excludeFromUptimeCalculation ?? null;
    const options = { services: { ids, exclude, start: null, end: null } };
    if (!this.#intend('Affects', options, ids.length, message)) return false;
    this.#excludeIsDone = exclude !== null;
    this.#done.push(say('servicesAffected', listed(added.map(({ name }) => name))));
    return message !== null;
  }

  #forward(actions: RuleActions, message: Sentence | null): boolean {
    const { forwardedTo } = this.#circumstances.progress;
    const targets = this.#named('OutboundIntegration', actions.forwardToOutboundIntegrations);
    if (targets.length === 0) this.#refused.push(say('noToolToForwardTo'));
    const reached: string[] = [];
    for (const { id, name } of targets) {
      if (forwardedTo.has(id)) {
        this.#refused.push(say('alreadyForwardedTo', { name }));
        continue;
      }
      const said = reached.length === 0 ? message : null;
      if (!this.#intend('Forwarded', { outboundIntegrationId: id }, 1, said)) continue;
      forwardedTo.add(id);
      reached.push(name);
    }
    if (reached.length > 0) this.#done.push(say('forwardedTo', listed(reached)));
    return reached.length > 0 && message !== null;
  }

  #snooze(actions: RuleActions, message: Sentence | null): boolean {
    const { around, timeZoneId } = this.#circumstances;
    const until = snoozedUntil(actions, around.now, timeZoneId);
    if (until === null) {
      this.#refused.push(say('noEndOfSnooze'));
      return false;
    }
    if (!this.#intend('Snoozed', { snoozedUntil: until }, 0, message)) return false;
    this.#done.push(say('snoozedUntil', { until: zonedMoment(until.getTime(), timeZoneId) }));
    return message !== null;
  }

  /** Companions of an interaction that the rule does not add do nothing; the log says so. */
  #nameUnused(actions: RuleActions): void {
    const { addInteraction } = actions;
    if (actions.affectsServices?.length && addInteraction !== 'Affects')
      this.#refused.push(
        say('settingNeedsInteraction', { setting: 'affectsServices', intent: 'Affects' }),
      );
    if (actions.forwardToOutboundIntegrations?.length && addInteraction !== 'Forwarded')
      this.#refused.push(
        say('settingNeedsInteraction', {
          setting: 'forwardToOutboundIntegrations',
          intent: 'Forwarded',
        }),
      );
    const snoozes =
      actions.snoozeForRelativeInMinutes ||
      actions.snoozeUntilAbsolute ||
      actions.snoozeUntilWeekdayAbsolute;
    if (snoozes && addInteraction !== 'Snoozed')
      this.#refused.push(say('snoozingNeedsInteraction'));
  }

  /** The ids among these that the organization has, each once. */
  #named(kind: ListedKind, ids: readonly string[] | null | undefined) {
    const found = new Map<string, string>();
    let missing = 0;
    for (const id of new Set((ids ?? []).map((given) => given.toLowerCase()))) {
      const name = this.#circumstances.around.nameOf(kind, id);
      if (name === null) missing += 1;
      else found.set(id, name);
    }
    if (missing > 0) this.#refused.push(say(missingCodes[kind], { count: missing }));
    return [...found].map(([id, name]) => ({ id, name }));
  }

  readonly #nameOf = (id: string): string =>
    this.#circumstances.around.nameOf('OutboundIntegration', id) ?? id;

  #intend(
    intent: AppendIntent['intent'],
    options: IntentOptions,
    ids: number,
    message: Sentence | null = null,
  ): boolean {
    if (!allowedIntents(this.incident).includes(intent)) {
      this.#refused.push(say('intentImpossible', { intent }));
      return false;
    }
    if (!this.#circumstances.progress.takeIds(ids)) {
      this.#refused.push(say('intentNamesTooMany', { intent }));
      return false;
    }
    const messageIsPublic = message === null ? null : this.#isPublic();
    this.#apply({ appendIntent: { intent, message, messageIsPublic, options } });
    return true;
  }

  #isPublic(): boolean {
    return this.#circumstances.rule.actions?.messageIsPublic ?? false;
  }

  #apply(operations: IncidentOperations): void {
    const { by, around } = this.#circumstances;
    this.incident = applyOperations(this.incident, operations, by, around.now);
    this.#operations.push(operations);
  }
}

/** When the payloads came in that an incident has of its integration, each once. */
function payloadsOf({ events }: IncidentDocument): Date[] {
  const seen = new Map<string, Date>();
  for (const { by, at, status } of events)
    if (by?.kind === 'integration' && status === 'Open') seen.set(by.payloadId, at);
  return [...seen.values()];
}

type ListedKind = Exclude<NamedKind, 'EscalationPolicy'>;

const missingCodes = {
  Team: 'teamsMissing',
  Service: 'servicesMissing',
  OutboundIntegration: 'toolsMissing',
} as const satisfies Record<ListedKind, SentenceCode>;
