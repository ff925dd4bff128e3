import type { TimeSource } from './time-source.ts';
import { type Interval, joined } from './weekly-window.ts';

/** An instant at which one of the sources, by its place, may answer otherwise. */
export interface Change {
  at: number;
  source: number;
}

/** The answers of all sources in each piece of time, as numbers: equal ones are equal answers. */
export function answersIn(
  sources: readonly TimeSource[],
  changes: readonly Change[],
  from: number,
) {
  const now = sources.map((source) => source.answerAt(from));
  const names = new Map<string, number>();
  const answers = [nameOf(now)];
  const starts: number[] = [];
  for (const [index, { at, source }] of changes.entries()) {
    now[source] = sources[source]?.answerAt(at) ?? '';
    if (changes[index + 1]?.at === at) continue;
    starts.push(at);
    answers.push(nameOf(now));
  }
  return { starts, answers };

  function nameOf(all: readonly string[]): number {
    const text = JSON.stringify(all);
    const name = names.get(text) ?? names.size;
    names.set(text, name);
    return name;
  }
}

/** In order; instants of one source once. */
export function changesOf(sources: readonly TimeSource[], after: number, before: number): Change[] {
  return sources
    .flatMap((source, index) =>
      [...new Set(source.changesBetween(after, before))].map((at) => ({ at, source: index })),
    )
    .filter(({ at }) => at > after && at < before)
    .sort((one, other) => one.at - other.at);
}

/** The times between two instants by the answers in them: in those of one entry all sources answer alike. Pure. */
export function timesByAnswers(
  sources: readonly TimeSource[],
  from: number,
  until: number,
): Interval[][] {
  const { starts, answers } = answersIn(sources, changesOf(sources, from, until), from);
  const pieces = answers.map((answer, index) => ({
    answer,
    start: starts[index - 1] ?? from,
    end: starts[index] ?? until,
  }));
  return [...Map.groupBy(pieces, ({ answer }) => answer).values()].map(joined);
}
