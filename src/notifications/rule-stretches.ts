import { openIntervals } from '../calendar/index.ts';
import { type ChannelName, channelNames } from '../channels/index.ts';
import { type Severity, severities } from '../incidents/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import {
  type ChannelReadiness,
  channelSettings,
  deliveriesTo,
  type Recipient,
} from './deliveries-to.ts';
import type { DeliveryDocument } from './delivery.ts';
import type { Lane } from './lanes.ts';
import { type PersonRules, type RuledAlert, windowOf } from './planned-messages.ts';

/** A time in which alerts of a severity begin to reach a person in the same way. */
export interface RuleStretch {
  severity: Severity;
  /** Epoch milliseconds; the end is not included. */
  start: number;
  end: number;
  tells: 'Sends' | 'Waits' | 'Nothing';
  /** The channel of the first message. */
  channel: ChannelName | null;
  afterMinutes: number | null;
  /** The reasons for `Nothing`. */
  why: Sentence[];
}

export interface PreviewedMessage {
  channel: ChannelName;
  target: string | null;
  dueAt: Date;
  isSent: boolean;
  reason: Sentence | null;
}

interface Ruled extends Recipient {
  rules: PersonRules;
}

const minuteMilliseconds = 60_000;
const dayMilliseconds = 86_400_000;

/** The messages that an alert would send to a person with rules, and the day from then on. Pure. */
export function previewRules(
  recipient: Ruled,
  alert: RuledAlert,
  channels: ChannelReadiness,
): { messages: PreviewedMessage[]; stretches: Omit<RuleStretch, 'why'>[] } {
  const from = alert.at.getTime();
  const period = { from, until: from + dayMilliseconds };
  return {
    messages: messagesOf(recipient, alert, channels).map(
      ({ lane, target, dueAt, state, dropReason, waitsBecause }) => ({
        channel: channelOf(lane),
        target,
        dueAt,
        isSent: state === 'queued',
        reason: dropReason ?? waitsBecause ?? null,
      }),
    ),
    stretches: severities
      .toReversed()
      .flatMap((severity) =>
        ruleStretches(recipient, { ...alert, severity }, period, channels).map(
          ({ why: _, ...stretch }) => stretch,
        ),
      ),
  };
}

/** How alerts of a severity that begin within a period would reach a person with rules, without gaps. Pure. */
export function ruleStretches(
  recipient: Ruled,
  { severity, ...about }: Omit<RuledAlert, 'at'>,
  { from, until }: { from: number; until: number },
  channels: ChannelReadiness,
): RuleStretch[] {
  const starts = changesOf(recipient, from, until);
  const stretches: RuleStretch[] = [];
  for (const [index, start] of starts.entries()) {
    const alert = { ...about, severity, at: new Date(start) };
    const next = { ...firstOf(recipient, alert, channels), start, end: starts[index + 1] ?? until };
    const last = stretches.at(-1);
    if (last && isAlike(last, next)) last.end = next.end;
    else stretches.push(next);
  }
  return stretches;
}

function firstOf(recipient: Ruled, alert: RuledAlert, channels: ChannelReadiness) {
  const { severity, at } = alert;
  const messages = messagesOf(recipient, alert, channels);
  const first = messages.find(({ state }) => state === 'queued');
  if (!first)
    return {
      severity,
      tells: 'Nothing' as const,
      channel: null,
      afterMinutes: null,
      why: messages.flatMap(({ dropReason }) => dropReason ?? []),
    };
  const waits = first.waitsBecause !== undefined;
  return {
    severity,
    tells: waits ? ('Waits' as const) : ('Sends' as const),
    channel: channelOf(first.lane),
    afterMinutes: waits ? null : (first.dueAt.getTime() - at.getTime()) / minuteMilliseconds,
    why: [],
  };
}

function isAlike(one: RuleStretch, other: RuleStretch): boolean {
  return (
    one.tells === other.tells &&
    one.channel === other.channel &&
    one.afterMinutes === other.afterMinutes
  );
}

/**
 * Instants at which the answer may become another: hours begin and end, and so do quiet hours for what a step sends
 * first. (A repeat never comes before what it repeats.)
 */
function changesOf({ rules, settings }: Ruled, from: number, until: number): number[] {
  const { wire, timeZoneId } = rules;
  const hours = wire.rules.flatMap((rule) => rule.hours ?? []).map(windowOf);
  const quiet = (wire.quietHours?.hours ?? []).map(windowOf);
  const ofSettings = channelNames.map((channel) => channelSettings(settings, channel).delayMinutes);
  const minutes = [
    ...[...wire.rules.flatMap((rule) => rule.steps), ...(wire.otherwise ?? [])].map(
      ({ afterMinutes }) => afterMinutes,
    ),
    ...(wire.otherwise === null ? ofSettings : []),
  ];
  const delays = new Set(minutes.map((after) => after * minuteMilliseconds));
  const edges = hours.flatMap((one) => edgesOf(openIntervals([one], from, until, timeZoneId)));
  const end = until + dayMilliseconds;
  for (const edge of edgesOf(openIntervals(quiet, from, end, timeZoneId)))
    for (const delay of delays) edges.push(edge - delay);
  const inside = edges.filter((edge) => edge > from && edge < until);
  return [...new Set([from, ...inside])].toSorted((one, other) => one - other);
}

function edgesOf(intervals: readonly { start: number; end: number }[]): number[] {
  return intervals.flatMap(({ start, end }) => [start, end]);
}

function messagesOf(
  recipient: Ruled,
  alert: RuledAlert,
  channels: ChannelReadiness,
): DeliveryDocument[] {
  const notice = {
    organizationId: '',
    incidentId: '',
    intent: 'Created' as const,
    eventId: null,
    key: '',
    isAlert: true,
    because: say('assignedToYou'),
    ...alert,
    teamIds: [...alert.teamIds],
  };
  return deliveriesTo(recipient, notice, [], channels).toSorted(
    (one, other) => one.dueAt.getTime() - other.dueAt.getTime(),
  );
}

/** Messages to people have no other lane. */
function channelOf(lane: Lane): ChannelName {
  if (lane === 'Outbound') throw new Error('a message to a person in the lane of tools');
  return lane;
}
