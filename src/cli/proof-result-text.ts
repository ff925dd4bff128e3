import { offsetWhereTwice } from '../../openapi/texts/offset-where-twice.ts';
import type { Wire } from './api-connection.ts';
import { placeText } from './code-place.ts';
import { mendingsOf, type PlacedMending, type ProofReport, placesOf } from './proof-report.ts';
import { oneLine, wrap } from './table.ts';

type Result = Wire['ProofResult'];
type CounterExample = NonNullable<Result['counterExample']>;

const headings: Record<Result['state'], string> = {
  Holds: 'HOLDS',
  BreaksOn: 'BREAKS',
  Broken: 'BROKEN',
  NotDecided: 'NOT DECIDED',
  Vacuous: 'ABOUT NOTHING',
};

/** One guarantee, minute by minute. */
export function resultText(report: ProofReport, result: Result, columns: number): string {
  const { state, displayName, reason, counterExample, holes, excused } = result;
  const zone = counterExample?.timeZoneId ?? 'UTC';
  const lines: [string, string][] = [];
  const [first] = holes;
  if (first)
    lines.push(
      ['first', `${moment(first.start, zone)} ${zone}, until ${moment(first.end, zone)}`],
      ['in all', `${timesOf(result.holesTotal)} until ${moment(result.until, zone)}`],
    );
  if (counterExample) lines.push(...exampleLines(counterExample, zone, mendingsOf(report, result)));
  if (counterExample?.isContradicted)
    lines.push([
      'mistake',
      'played once more it went another way: please report it, with the output of --format json',
    ]);
  for (const place of placesOf(report, result)) lines.push(['where', placeText(place)]);
  if (reason) lines.push([reasonNames[state] ?? 'open', reason]);
  const [excuse] = excused;
  if (excuse)
    lines.push([
      'excused',
      `first ${moment(excuse.start, zone)} ${zone}, until ${moment(excuse.end, zone)}`,
    ]);
  if (state === 'Holds')
    lines.push([
      'played',
      [
        `${result.incidentClasses} kinds of incidents, ${result.timeClasses} of instants,`,
        `until ${moment(result.until, zone)}`,
      ].join(' '),
    ]);
  return [
    `${headings[state]}  ${oneLine(displayName)}`,
    ...lines.map(([name, text]) => wrap(oneLine(text), columns, `  ${name.padEnd(10)} `)),
  ].join('\n');
}

const reasonNames: Partial<Record<Result['state'], string>> = { Vacuous: 'why', Holds: 'hint' };

function exampleLines(
  example: CounterExample,
  zone: string,
  mendings: readonly PlacedMending[],
): [string, string][] {
  const { severity, integration, title, attributes, faults, messages, steps, at } = example;
  const named = attributes.map(({ name, value }) => `${name} = ${JSON.stringify(value)}`);
  const titled = title === null ? [] : [`title ${JSON.stringify(title)}`];
  const about = [`${severity} of “${integration}”`, ...titled, ...named];
  const spite = faults.map(({ fault, channel, carrier, count }) =>
    [fault, channel, carrier, count]
      .filter((part) => part !== null && part !== undefined)
      .join(' '),
  );
  const happened = [
    ...messages.map(({ at: sentAt, channel, recipient, because, dropReason }) => {
      const way = `${channel} to ${recipient ?? 'somebody'} (${because})`;
      return { at: sentAt, text: dropReason ? `${way}: not sent: ${dropReason}` : way };
    }),
    ...steps,
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  // Repeated attempts say nothing new.
  const news = happened
    .filter((one, place) => happened.findIndex(({ text }) => text === one.text) === place)
    .slice(0, linesMax);
  const last = happened.at(-1);
  const left = happened.length - news.length;
  return [
    ['incident', about.join(', ')],
    ...(spite.length > 0 ? [['in spite', spite.join(', ')] as [string, string]] : []),
    ['opens', moment(at, zone)],
    ...news.map((one): [string, string] => [clock(one.at, zone), one.text]),
    ...(last && left > 0
      ? [['later', `${left} more like these, until ${clock(last.at, zone)}`] as [string, string]]
      : []),
    ['told', `${example.peopleTold} in time`],
    ...mendings.flatMap(mendingLines),
  ];
}

/** A change that would mend it, in words and as code, and where the code is that it changes. */
function mendingLines({ text, code, place }: PlacedMending): [string, string][] {
  const lines = [...(code?.split('\n') ?? []), ...(place ? [`in ${placeText(place)}`] : [])];
  return [['mended by', text], ...lines.map((line): [string, string] => ['', line])];
}

const linesMax = 20;

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function moment(instant: string, zone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  const text = local.toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `${text}${offsetWhereTwice(local.epochMilliseconds, zone)}`;
}

function clock(instant: string, zone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  const smallestUnit = local.second === 0 ? 'minute' : 'second';
  const offset = offsetWhereTwice(local.epochMilliseconds, zone);
  return `${local.toPlainTime().toString({ smallestUnit })}${offset}`;
}
