import type { CounterExample } from './findings.ts';
import type { GuaranteeWire } from './guarantee-kind.ts';
import type { StagedSource } from './staged-source.ts';
import type { Played } from './verdict.ts';
import { peopleTold, peopleWanted } from './verdict.ts';

/** Played on until it is seen who is told too late. */
export interface ShownExample<Result extends Played = Played> extends CounterExample<Result> {
  /** In time. */
  peopleTold: number;
  /** An hour after people were to be told. */
  shownUntil: number;
  /** Played once more from its start it went another way: a mistake of the prover. */
  isContradicted: boolean;
}

/** How long a counter-example is shown after the time within which somebody was to be told. */
const shownMilliseconds = 60 * 60_000;

/**
 * Plays a counter-example once more from its start, on a stage of its own. It was found by an incident that stands for
 * many, so it is only said after this one was seen, too.
 */
export function shownExample<Result extends Played>(
  example: CounterExample<Result>,
  { told }: Pick<GuaranteeWire, 'told'>,
  anew: readonly StagedSource<Result>[],
): ShownExample<Result> {
  const { source, witness, at, fault, chances } = example;
  const end = at + told.withinMinutes * 60_000;
  const shownUntil = end + shownMilliseconds;
  const own = anew.find(({ integrationId }) => integrationId === source.integrationId) ?? source;
  const played = own.play(witness, at, shownUntil, chances, fault);
  const people = peopleTold(played, at, told);
  const isContradicted =
    people >= peopleWanted(told, fault) ||
    toldUntil(played, end) !== toldUntil(example.played, end);
  return { ...example, played, peopleTold: people, shownUntil, isContradicted };
}

function toldUntil({ told }: Played, end: number): string {
  const messages = told
    .filter(({ at }) => at <= end)
    .map(({ userId, channel, at }) => `${at} ${userId} ${channel}`);
  return messages.toSorted().join();
}
