import type { ChannelName } from '../channels/index.ts';
import type { IncidentAttribute, Severity } from '../incidents/index.ts';
import { isToolLane } from '../notifications/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import type { EmptyStep, RuleWithoutObjects, Trace } from '../stage/index.ts';
import type { ShownExample } from './counter-example.ts';
import type { ShownDuty } from './duty-of-example.ts';
import type { GuaranteeFault } from './guarantee-kind.ts';
import { plainTitle } from './incident-classes.ts';
import type { Mending } from './mendings/candidate.ts';
import { type ShownMending, shownMending } from './mendings/try-mendings.ts';
import { type ObjectOfPlay, objectsOfPlay } from './objects-of-play.ts';
import type { ProofResult } from './prove.ts';
import type { StagedPlay } from './staging.ts';

/** The result for a guarantee as plain data, as it is answered and stored. */
export interface ShownResult extends Omit<ProofResult, 'counterExample'> {
  /** With those that are left out of `holes`, which are the first ones. */
  holesTotal: number;
  counterExample: ShownCounterExample | null;
}

/** The smallest incident that breaks it, and what becomes of it until it is seen who is told too late. */
export interface ShownCounterExample {
  at: number;
  fault: GuaranteeFault | null;
  /** A mistake of the prover. */
  isContradicted: boolean;
  integrationId: string;
  integration: string;
  teamId: string;
  timeZoneId: string;
  severity: Severity;
  /** Null: no condition is about it. */
  title: string | null;
  attributes: IncidentAttribute[];
  /** In time. */
  peopleTold: number;
  messages: ShownMessage[];
  steps: { at: number; text: Sentence }[];
  /** Who is on call meanwhile by what it follows. */
  duty: ShownDuty[];
  /** The objects that decided about it. */
  objects: ObjectOfPlay[];
  /** Each by itself would mend it. */
  mendings: ShownMending[];
}

export interface ShownMessage {
  at: number;
  channel: ChannelName;
  recipientId: string;
  because: Sentence;
  /** Why it is not sent; null: it is. */
  reason: Sentence | null;
}

/** As many as the document lets an answer have; of times, a year of two for each day. */
const timesMax = 750;
const messagesMax = 500;
const stepsMax = 200;
const objectsMax = 500;
const dutyMax = 200;

/** Explains a counter-example. */
export interface Explaining {
  whyNobody(step: EmptyStep): Sentence[];
  dutyOf(steps: Trace['steps'], time: { from: number; until: number }): ShownDuty[];
}

export function shownResult(
  result: ProofResult<StagedPlay>,
  counterExample: ShownCounterExample | null,
): ShownResult {
  const { holes, excused, excusedBy } = result;
  return {
    ...result,
    holes: holes.slice(0, timesMax),
    holesTotal: holes.length,
    excused: excused.slice(0, timesMax),
    excusedBy: excusedBy.slice(0, objectsMax),
    counterExample,
  };
}

export function shownCounterExample(
  shown: ShownExample<StagedPlay>,
  { whyNobody, dutyOf }: Explaining,
  mendings: readonly Mending[],
): ShownCounterExample {
  const why: Explaining['whyNobody'] = ({ at: due, ...step }) =>
    whyNobody({ ...step, at: due + (shown.chances.late.get(due) ?? 0) });
  const { at, shownUntil, fault, isContradicted, source, witness, played, peopleTold } = shown;
  const { integrationId, displayName: integration, teamId, timeZoneId } = source;
  return {
    ...{ at, fault, isContradicted, integrationId, integration, teamId, timeZoneId },
    severity: witness.severity,
    title: witness.title === plainTitle ? null : witness.title,
    attributes: witness.attributes.map(({ name, value }) => ({ name, value })),
    peopleTold,
    messages: messagesOf(played).slice(0, messagesMax),
    steps: [
      ...source.neverFire().map((rule) => ({ at, text: neverFires(rule) })),
      ...stepsOf(played, { at, zone: timeZoneId }, why),
    ].slice(0, stepsMax),
    duty: dutyOf(played.trace?.steps ?? [], { from: at, until: shownUntil }).slice(0, dutyMax),
    objects: objectsOfPlay(shown).slice(0, objectsMax),
    mendings: mendings.map(shownMending),
  };
}

function messagesOf({ trace }: StagedPlay): ShownMessage[] {
  return (trace?.messages ?? []).flatMap(({ lane, sentAt, dueAt, ownerId, because, reason }) =>
    isToolLane(lane)
      ? []
      : {
          at: (sentAt ?? dueAt).getTime(),
          channel: lane,
          recipientId: ownerId,
          because,
          reason,
        },
  );
}

/** Why nothing opened, or what the history says of it, what rules did, and why steps told nobody. */
function stepsOf(
  { trace, reason }: StagedPlay,
  { at, zone }: { at: number; zone: string },
  whyNobody: Explaining['whyNobody'],
): ShownCounterExample['steps'] {
  if (reason) return [{ at, text: reason }];
  if (!trace) return [];
  const added = new Set(trace.events.map(({ id }) => id));
  // That a silence mutes it is said as it opens.
  const opening = (trace.after?.events ?? []).filter(({ id }) => !added.has(id));
  const said = [...opening, ...trace.events].flatMap(({ at: saidAt, message }) =>
    message ? { at: saidAt.getTime(), text: message } : [],
  );
  const { isMuted = false, silencedBy = null } = trace.after ?? {};
  const muted = isMuted && !silencedBy ? [{ at, text: say('proofMuted') }] : [];
  return [
    ...snoozedIn(trace, at, zone),
    ...rulesIn(trace),
    ...said,
    ...untoldIn(trace, whyNobody),
    ...muted,
  ].toSorted((one, other) => one.at - other.at);
}

function neverFires({ place, rule, routing, condition }: RuleWithoutObjects): Sentence {
  const named = { rule: labelOf(place, rule), routing };
  return say(condition === 'services' ? 'proofRuleOfNoService' : 'proofRuleOfNoSource', named);
}

/** `2 (Nights)`. */
function labelOf(place: number | null, rule: string | null): string {
  const number = String((place ?? 0) + 1);
  return rule ? `${number} (${rule})` : number;
}

type Played = NonNullable<StagedPlay['trace']>;

function snoozedIn({ after }: Played, at: number, zone: string): ShownCounterExample['steps'] {
  const { until } = after?.snoozed ?? {};
  if (until === undefined) return [];
  return [
    {
      at,
      text: until
        ? say('proofSnoozed', { until: zonedMoment(until.getTime(), zone) })
        : say('proofSnoozedForGood'),
    },
  ];
}

function rulesIn({ fired }: Played): ShownCounterExample['steps'] {
  return fired.flatMap(({ at, rule, routing, place, effects }) =>
    effects === null
      ? []
      : {
          at: at.getTime(),
          text: say('proofRule', {
            rule: labelOf(place, rule),
            routing: routing ?? '',
            effects,
          }),
        },
  );
}

/** Where nobody can be told it is tried again and again, to no other end: each once. */
function untoldIn(
  { steps }: Played,
  whyNobody: Explaining['whyNobody'],
): ShownCounterExample['steps'] {
  const known = new Set<string>();
  return steps.flatMap(({ at, tier: step, teamId, policyId, displayName, outcome, why }) => {
    if (why === null || (outcome !== 'skipped' && outcome !== 'nobody')) return [];
    const key = `${policyId ?? teamId} ${step} ${why.code}`;
    if (known.has(key)) return [];
    known.add(key);
    return [{ at: at.getTime(), text: textOf(why) }];

    function textOf(why: Sentence): Sentence {
      const isEmpty = why.code === 'nobodyOfStep';
      const reasons = isEmpty ? whyNobody({ teamId, policyId, step, at: at.getTime() }) : [];
      if (policyId === null) {
        const tier = { step, team: displayName };
        return reasons.length > 0
          ? say('proofTierEmpty', { ...tier, reasons })
          : say('proofTierNobody', { ...tier, why });
      }
      const named = { step, policy: displayName };
      if (outcome === 'skipped') return say('proofStepSkipped', { ...named, why });
      return reasons.length > 0
        ? say('proofStepEmpty', { ...named, reasons })
        : say('proofStepNobody', { ...named, why });
    }
  });
}
