import type { Wire } from './api-connection.ts';
import { type CodePlace, placeText } from './code-place.ts';
import { fitted } from './fitted-text.ts';
import { escaped } from './proof-comment.ts';
import type { Cause, PlaceOfCause } from './replay-places.ts';
import { oneLine } from './table.ts';

export const replayFormats = ['text', 'json', 'markdown'] as const;
export type ReplayFormat = (typeof replayFormats)[number];

type Replay = Wire['Replay'];
type Kind = Wire['ReplayDifferenceKind'];
type Group = Wire['ReplayGroup'];

/** Kinds of differences as they are written on the command line. */
export const kindNames: Record<string, Kind> = {
  'nobody-now': 'NobodyNow',
  'not-opened': 'NotOpened',
  'mapping-fails': 'MappingFails',
  later: 'Later',
  'other-people': 'OtherPeople',
  'other-channel': 'OtherChannel',
  'other-team': 'OtherTeam',
  'other-severity': 'OtherSeverity',
  grouped: 'Grouped',
  split: 'Split',
  'somebody-now': 'SomebodyNow',
  opened: 'Opened',
  earlier: 'Earlier',
  'mapping-reads': 'MappingReads',
};

export const kindWords: Record<Kind, string> = {
  NobodyNow: 'nobody is told',
  NotOpened: 'does not open',
  MappingFails: 'the mapping fails',
  Later: 'told later',
  OtherPeople: 'other people',
  OtherChannel: 'by another channel',
  OtherTeam: 'another team',
  OtherSeverity: 'another severity',
  Grouped: 'grouped',
  Split: 'split',
  SomebodyNow: 'somebody is told',
  Opened: 'opens',
  Earlier: 'told earlier',
  MappingReads: 'the mapping reads it',
};

/** Says so much of what was really sent that a replay can be believed. */
const believedShare = 0.95;

/** By it what a replay added to a comment is found again. Nobody sees it. */
const partMark = '<!-- tocsin replay -->';
const commentCharactersMax = 64_000;

/** The comment of a job with what a replay has found below the rest. */
export function withReplay(former: string | null, text: string): string {
  const [rest = ''] = (former ?? '').split(partMark);
  const found = fitted(text.split('\n'), {
    between: '\n',
    charactersMax: commentCharactersMax - rest.length,
    more: (left) => `\n\n${left} more lines do not fit here.`,
  });
  return [rest.trim(), `${partMark}\n${found}`].filter(Boolean).join('\n\n');
}

/** In comments there are counts and names of what is in code: no titles, no people, no texts of payloads. */
export function replayText(
  replay: Replay,
  format: Exclude<ReplayFormat, 'json'>,
  placeOf: PlaceOfCause,
  notes: readonly string[] = [],
): string {
  const isMarkdown = format === 'markdown';
  const groups = replay.groups.map((group) => groupLine(group, placeOf));
  const lines = [...headLines(replay), ...notes, ...(groups.length > 0 ? ['', ...groups] : [])];
  if (!isMarkdown) return lines.join('\n');
  const [first = '', ...rest] = lines.map(escaped);
  return [`**Replay:** ${first}`, ...rest.map((line) => (line === '' ? '' : `- ${line}`))].join(
    '\n',
  );
}

function* headLines(replay: Replay): Generator<string> {
  const { compared, couldNotDiffer, different, openBefore, hidden, from, until, kinds } = replay;
  const time = `from ${minuteOf(from)} to ${minuteOf(until)} UTC`;
  const shown = kinds.map(({ kind, count }) => `${count} ${kindWords[kind]}`).join(', ');
  yield `${different} of ${compared} incidents differ ${time}${shown === '' ? '' : `: ${shown}`}`;
  yield* stateLine(replay);
  const unable = `${couldNotDiffer} incidents could not differ, as nothing that is changed was read`;
  yield `${replay.payloads} payloads; ${unable}`;
  if (openBefore > 0) yield `${openBefore} incidents were open before, and are left out`;
  if (replay.asItWas)
    yield 'Those are on call who were, in teams and schedules that are not changed';
  if (hidden > 0) yield `${hidden} differences are of teams whose payloads this key may not read`;
  yield* calibrationLines(replay);
}

/** Where it did not go through all of the time that was asked for. */
export function* stateLine({ state, reason, reachedAt, isCut }: Replay): Generator<string> {
  if (state !== 'Done') yield `${state} at ${minuteOf(reachedAt)}${reason ? `: ${reason}` : ''}`;
  if (isCut) yield 'Cut: payloads from before are not kept any more.';
}

function* calibrationLines({ calibration }: Replay): Generator<string> {
  if (!calibration) return;
  const { share, sent, reproduced, additional, failed, changedSince } = calibration;
  if (share === null && failed > 0) yield `No message was really sent; ${failed} failed`;
  if (share === null) return;
  const percent = `${(100 * share).toFixed(1)} %`;
  yield `The present configuration sends ${reproduced} of ${sent} messages that were really sent (${percent})${
    additional > 0 ? `, and ${additional} others` : ''
  }`;
  if (share >= believedShare) return;
  const changed = changedSince.map(({ entityType, count }) => `${count} ${entityType}`).join(', ');
  const reasons = [
    ...(changed === '' ? [] : [`settings were changed since: ${changed}`]),
    ...(failed > 0 ? [`${failed} messages failed`] : []),
  ];
  const noReason = 'no setting was changed since and no message failed';
  yield `Less than 95 %: ${reasons.length > 0 ? reasons.join('; ') : noReason}`;
}

function groupLine({ count, kinds, cause }: Group, placeOf: PlaceOfCause): string {
  const shown = kinds.map(({ kind }) => kindWords[kind]).join(', ');
  return `${count} × ${shown}: ${cause ? causeText(cause, placeOf(cause)) : 'no line differs'}`;
}

const changeWords = { Gone: 'no longer', New: 'now', Other: 'otherwise' } as const;
const stepWords: Record<Cause['step'], string> = {
  Mapping: 'mapping',
  Intake: 'integration',
  Rule: 'rule',
  Tier: 'tiers of team',
  PolicyStep: 'policy',
  Contact: 'contacts of a person',
};

function causeText(cause: Cause, place: CodePlace | null): string {
  const { step, change, part, displayName, present, changed } = cause;
  const name = displayName === null ? '' : ` “${oneLine(displayName)}”`;
  // A rule is named; the rest by their parts.
  const of = part === '' || step === 'Rule' ? '' : `, ${part}`;
  const where = place === null ? '' : ` (${placeText(place)})`;
  const text = change === 'Gone' ? present : changed;
  const said = text === null || step === 'Contact' ? '' : `: ${oneLine(text)}`;
  return `${stepWords[step]}${name}${of} ${changeWords[change]}${where}${said}`;
}

export function minuteOf(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ');
}
