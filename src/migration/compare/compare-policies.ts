import { type Added, namesIn } from '../model/added.ts';
import type { Course, InterpretedPolicy, Telling, Whom } from '../model/importer.ts';
import type { Line } from '../model/ledger.ts';
import { broughtPolicies } from './brought-policies.ts';

/** Results of the comparison, for the report. */
export interface ComparedPolicies {
  policies: number;
  different: number;
  /** Names of escalations that became no policy. */
  left: string[];
}

const minutesAhead = 7 * 1440;
const hour = 3_600_000;
/** Steps may have hours, so each course begins at four times of a day. */
const openings = [0, 6, 12, 18];
const acknowledgementsMax = 30;
const listedMax = 10;

/**
 * Whom each escalation tells there and here, minute by minute: where nobody answers, where somebody acknowledges after
 * each step, where the alert is closed after the first one, and where nobody is on call.
 */
export function comparePolicies(
  interpreted: readonly InterpretedPolicy[],
  added: readonly Added[],
  from: Date,
): { lines: Line[]; compared: ComparedPolicies } {
  const brought = broughtPolicies(added);
  const nameOf = namesIn(added);
  const lines: Line[] = [];
  const left: string[] = [];
  for (const policy of interpreted) {
    const own = brought.get(policy.key);
    if (!own) {
      left.push(policy.name);
      continue;
    }
    const found = coursesOf(policy, from).flatMap(({ name, course }) => {
      const difference = differenceOf(policy.tellings(course), own.tellings(course), nameOf);
      return difference === null ? [] : [{ course: name, ...difference }];
    });
    const [first] = found;
    if (first !== undefined) lines.push(lineOf(policy, first, found.length));
  }
  return {
    lines,
    compared: {
      policies: interpreted.length - left.length,
      different: lines.length,
      left: left.sort(),
    },
  };
}

function coursesOf(policy: InterpretedPolicy, from: Date): { name: string; course: Course }[] {
  return openings.flatMap((hours) => {
    const quiet: Course = {
      openedAt: new Date(Math.ceil(from.getTime() / hour) * hour + hours * hour),
      ...{ acknowledgedAfter: null, closedAfter: null, isAnybodyOnCall: true },
      minutes: minutesAhead,
    };
    const minutes = [...new Set(policy.tellings(quiet).map(({ minute }) => minute))];
    const [first = 0] = minutes;
    const opened = `opened ${quiet.openedAt.toISOString().slice(0, 16)}Z`;
    return [
      { name: `${opened} and not answered`, course: quiet },
      ...minutes.slice(0, acknowledgementsMax).map((minute) => ({
        name: `${opened} and acknowledged after ${minute} min`,
        course: { ...quiet, acknowledgedAfter: minute },
      })),
      {
        name: `${opened} and closed after ${first + 1} min`,
        course: { ...quiet, closedAfter: first + 1 },
      },
      {
        name: `${opened} while nobody is on call`,
        course: { ...quiet, isAnybodyOnCall: false },
      },
    ];
  });
}

/** Whom both sides tell in a minute. */
interface Different {
  course: string;
  minute: number;
  there: string;
  here: string;
}

/** The first minute in which others are told; null: there is none. */
function differenceOf(
  there: readonly Telling[],
  here: readonly Telling[],
  nameOf: (key: string) => string,
): Omit<Different, 'course'> | null {
  const minutes = [...new Set([...there, ...here].map(({ minute }) => minute))];
  for (const minute of minutes.sort((a, b) => a - b)) {
    const [told, ours] = [toldAt(there, minute), toldAt(here, minute)];
    const isSame = told.size === ours.size && [...told.keys()].every((one) => ours.has(one));
    if (!isSame)
      return { minute, there: listed(told, ours, nameOf), here: listed(ours, told, nameOf) };
  }
  return null;
}

function toldAt(tellings: readonly Telling[], minute: number): Map<string, Whom> {
  return new Map(
    tellings.flatMap(({ minute: at, whom }) =>
      at === minute ? [[JSON.stringify(whom), whom]] : [],
    ),
  );
}

function wordsOf(whom: Whom, nameOf: (key: string) => string): string {
  switch (whom.is) {
    case 'person':
      return whom.address;
    case 'policy':
      return `what follows ${nameOf(whom.key)}`;
    case 'schedule':
    case 'team':
      return `${pickNames[whom.pick] ?? whom.pick} of ${nameOf(whom.key)}`;
    case 'oneOf':
      return `one of (${whom.all.map((one) => wordsOf(one, nameOf)).join(', ')})`;
  }
}

const pickNames: Readonly<Record<string, string>> = {
  onCall: 'who is on call',
  next: 'who is on call next',
  previous: 'who was on call before',
  everybody: 'everybody',
  oneAtRandom: 'one member',
  policy: 'the policy',
};

/** The people that this side tells, first those whom only it tells; of very many, the rest is only counted. */
function listed(
  whom: ReadonlyMap<string, Whom>,
  others: ReadonlyMap<string, Whom>,
  nameOf: (key: string) => string,
): string {
  const wordsOfAll = (those: [string, Whom][]) =>
    those.map(([, one]) => wordsOf(one, nameOf)).sort();
  const all = [...whom];
  const words = [
    ...wordsOfAll(all.filter(([key]) => !others.has(key))),
    ...wordsOfAll(all.filter(([key]) => others.has(key))),
  ];
  if (words.length === 0) return 'nobody';
  const more = words.length - listedMax;
  return [...words.slice(0, listedMax), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function lineOf(
  { key, name }: InterpretedPolicy,
  { course, minute, there, here }: Different,
  count: number,
): Line {
  return {
    ...{ level: 'behaviour', kind: key.split(':')[1] ?? '', key, name, pointer: '', value: null },
    text:
      count === 1
        ? `${course}, after ${minute} min: ${there} there, ${here} here`
        : `${course}, after ${minute} min: ${there} there, ${here} here; ${count} such courses of events`,
  };
}
