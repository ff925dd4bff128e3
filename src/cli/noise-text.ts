import type { Wire } from './api-connection.ts';
import { kindWords, minuteOf, stateLine } from './replay-text.ts';
import { oneLine, renderTable, wrap } from './table.ts';

type Replay = Wire['Replay'];
type Noise = NonNullable<Replay['noise']>;
type WhatIf = Noise['whatIfs'][number];

/** For whoever runs a server: with titles and names. */
export function noiseText(replay: Replay, columns: number, notes: readonly string[] = []): string {
  const { noise } = replay;
  if (!noise) return '';
  const { sources, whatIfs, hidden } = noise;
  const rows = sources.map(rowOf);
  const head = ['BY', 'WHAT', 'WAKE-UPS', 'FOR NOTHING', 'AT NIGHT', 'INCIDENTS', 'WORKED ON'];
  return [
    ...headLines(replay, noise),
    ...notes,
    ...(hidden > 0 ? [`${hidden} lines are of teams whose payloads this key may not read`] : []),
    ...(rows.length > 0 ? ['', renderTable(head, rows, 1, columns)] : []),
    '',
    whatIfs.length > 0
      ? 'What would have woken people less, each replayed by itself:'
      : `None of ${noise.tried} changes that were tried would have woken people less.`,
    ...whatIfs.flatMap((one, place) => ['', ...whatIfLines(one, place + 1, columns)]),
  ].join('\n');
}

function* headLines(replay: Replay, { totals }: Noise): Generator<string> {
  const { wakeUps, needless, atNight, needlessAtNight } = totals;
  const { incidents, workedOn, endedThemselves, untouched } = totals;
  const time = `from ${minuteOf(replay.from)} to ${minuteOf(replay.until)} UTC`;
  const night = `${atNight} at night, ${needlessAtNight} of them for nothing`;
  yield `${wakeUps} wake-ups ${time}: ${needless} for nothing; ${night}`;
  const ended = `${endedThemselves} ended by themselves, ${untouched} are open and untouched`;
  yield `${incidents} incidents woke somebody: ${workedOn} were worked on, ${ended}`;
  yield* stateLine(replay);
}

function rowOf({ by, entityId, displayName, ...counts }: Noise['sources'][number]): string[] {
  const { wakeUps, needless, atNight, incidents, workedOn } = counts;
  return [
    by.toLowerCase(),
    displayName ?? entityId ?? '',
    ...[wakeUps, needless, atNight, incidents, workedOn].map(String),
  ];
}

function* whatIfLines(whatIf: WhatIf, place: number, columns: number): Generator<string> {
  const { text, code, present, changed, different, kinds, workedOn } = whatIf;
  const indent = '    ';
  yield `${`${place}.`.padEnd(indent.length)}${wrap(oneLine(text), columns - indent.length, indent).trimStart()}`;
  const needless = `${present.needless} → ${changed.needless} for nothing`;
  yield `${indent}${present.wakeUps} → ${changed.wakeUps} wake-ups, ${needless}`;
  if (different > 0) yield `${indent}${different} incidents differ: ${kindsText(kinds)}`;
  const worked = `Somebody worked on ${workedOn} of them: ${kindsText(whatIf.workedOnKinds)}`;
  yield indent + (workedOn === 0 ? 'Nothing that somebody worked on differs.' : worked);
  for (const example of whatIf.workedOnExamples) yield `${indent}- ${exampleText(example)}`;
  yield* code.split('\n').map((line) => `${indent}${line}`);
}

function exampleText({
  incidentIds,
  kinds,
  presentAt,
  changedAt,
}: WhatIf['workedOnExamples'][number]): string {
  const told = (at: string | null) => (at === null ? 'nobody' : minuteOf(at));
  const what = kinds.map((kind) => kindWords[kind]).join(', ');
  return `${incidentIds.join(', ')}: ${what} (told ${told(presentAt)} → ${told(changedAt)})`;
}

function kindsText(kinds: WhatIf['kinds']): string {
  return kinds.map(({ kind, count }) => `${count} ${kindWords[kind]}`).join(', ');
}
