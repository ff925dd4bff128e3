import {
  type DifferenceKind,
  differenceKinds,
  type NoiseCounts,
  type NoiseSource,
  type SeenNoise,
  type TriedWhatIf,
  type WakeUpCounts,
} from '../../replays/index.ts';
import { answered } from '../../sentences/index.ts';
import type { Answer } from './handlers.ts';

type View = NonNullable<Answer<'getReplay'>['noise']>;

/** The noise report of a replay. */
export function noiseView({ totals, sources, tried, toTry, whatIfs, hidden }: SeenNoise): View {
  return {
    ...{ tried, toTry, hidden },
    totals: countsView(totals),
    sources: sources.map(sourceView),
    whatIfs: whatIfs.map(whatIfView),
  };
}

export function kindsView(
  kinds: Partial<Record<DifferenceKind, number>>,
): Answer<'getReplay'>['kinds'] {
  return differenceKinds.flatMap((kind) => {
    const count = kinds[kind] ?? 0;
    return count === 0 ? [] : [{ kind, count }];
  });
}

function sourceView({ by, id, part, name, ...counts }: NoiseSource): View['sources'][number] {
  return { by, entityId: id, part, displayName: name, ...countsView(counts) };
}

function countsView({ incidents, workedOn, endedThemselves, untouched, ...counts }: NoiseCounts) {
  return { incidents, workedOn, endedThemselves, untouched, ...wakeUpsView(counts) };
}

function wakeUpsView({ wakeUps, atNight, needless, needlessAtNight }: WakeUpCounts) {
  return { wakeUps, atNight, needless, needlessAtNight };
}

function whatIfView(whatIf: TriedWhatIf): View['whatIfs'][number] {
  const { kind, text, changes, code, present, changed, different, workedOn } = whatIf;
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    ...{ kind, code, different, workedOn },
    ...answered('text', text),
    changes: changes.map((change) => ({ ...change, wire: change.wire && { ...change.wire } })),
    present: wakeUpsView(present),
    changed: wakeUpsView(changed),
    kinds: kindsView(whatIf.kinds),
    workedOnKinds: kindsView(whatIf.workedOnKinds),
    workedOnExamples: whatIf.workedOnExamples.map(
      ({ kinds, incidentIds, presentAt, changedAt }) => ({
        ...{ kinds, incidentIds },
        presentAt: instant(presentAt),
        changedAt: instant(changedAt),
      }),
    ),
  };
}
