import type { Sentence } from '../sentences/index.ts';
import { type LineStep, lineSteps, mappedPartThatDiffers, type TracedLine } from './traced-line.ts';

/** Where two courses of the same alerts part: the first line that is not the same in both. */
export interface Divergence {
  step: LineStep;
  entityType: string;
  id: string;
  part: string;
  displayName: string | null;
  /** `Gone`: only the present configuration has the line. `New`: only the changed one has it. */
  change: 'Gone' | 'New' | 'Other';
  /** The text of the line with the present configuration, and with the changed one. */
  present: Sentence | null;
  changed: Sentence | null;
}

/** Null where one is the same as the other. Pure. */
export function firstDivergence(
  present: readonly TracedLine[],
  changed: readonly TracedLine[],
): Divergence | null {
  const length = Math.max(present.length, changed.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [present[index], changed[index]];
    if (one && other && isSameLine(one, other)) continue;
    return divergenceOf(one, other, {
      isLater: (line) => changed.slice(index).some((next) => isSamePlace(line, next)),
      wasLater: (line) => present.slice(index).some((next) => isSamePlace(line, next)),
    });
  }
  return null;
}

function divergenceOf(
  one: TracedLine | undefined,
  other: TracedLine | undefined,
  { isLater, wasLater }: Record<'isLater' | 'wasLater', (line: TracedLine) => boolean>,
): Divergence | null {
  if (one && other && isSamePlace(one, other)) return between(one, other, 'Other');
  // A line that comes later in the other course, too, only shows that something came in between.
  const gone = one && !isLater(one) ? one : null;
  const fresh = other && !wasLater(other) ? other : null;
  // Two causes: the one whose step comes first.
  if (gone && (!fresh || lineSteps.indexOf(gone.step) <= lineSteps.indexOf(fresh.step)))
    return between(gone, undefined, 'Gone');
  if (fresh) return between(fresh, fresh, 'New');
  return one ? between(one, other, 'Other') : null;
}

function between(
  line: TracedLine,
  other: TracedLine | undefined,
  change: Divergence['change'],
): Divergence {
  const { step, entityType, id, part, displayName } = line;
  const mapped = step === 'Mapping' && other?.step === 'Mapping' && change === 'Other';
  return {
    ...{ step, entityType, id, displayName, change },
    part: mapped ? mappedPartThatDiffers(line, other) : part,
    present: change === 'New' ? null : line.text,
    changed: change === 'Gone' ? null : (other?.text ?? null),
  };
}

function isSameLine(one: TracedLine, other: TracedLine): boolean {
  return isSamePlace(one, other) && one.outcome === other.outcome;
}

function isSamePlace(one: TracedLine, other: TracedLine): boolean {
  return (
    one.step === other.step &&
    one.id === other.id &&
    one.part === other.part &&
    one.entityType === other.entityType
  );
}
