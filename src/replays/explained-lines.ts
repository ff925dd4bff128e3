import { openStage, type Snapshot, type Stage, saidOfStep } from '../stage/index.ts';
import type { Side } from './match-incidents.ts';
import type { TracedLine } from './traced-line.ts';

export type Explaining = Pick<ExplainedLines, 'of'>;

/** Lines of tiers and steps that told nobody, with who of them is suspended, gone, absent or on leave. */
export class ExplainedLines {
  readonly #snapshots: Record<Side, Snapshot>;
  readonly #stages: Partial<Record<Side, Stage>> = {};

  constructor(snapshots: Record<Side, Snapshot>) {
    this.#snapshots = snapshots;
  }

  of(side: Side, lines: readonly TracedLine[]): TracedLine[] {
    return lines.map((line) => this.#explained(side, line));
  }

  #explained(side: Side, line: TracedLine): TracedLine {
    if (line.text?.code !== 'nobodyOfStep') return line;
    const snapshot = this.#snapshots[side];
    const stage = this.#stages[side] ?? openStage(snapshot);
    this.#stages[side] = stage;
    const { id, at, part } = line;
    const place = { teamId: id, policyId: line.step === 'Tier' ? null : id, step: Number(part) };
    return { ...line, text: saidOfStep(snapshot, stage, { ...place, at }, line.text) };
  }
}
