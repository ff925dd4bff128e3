import type { AlertEvaluation } from '../../ingest/index.ts';
import { answered } from '../../sentences/index.ts';

type TraceLine = AlertEvaluation['trace'][number];

/** A line of a trace as the API shows it. */
export function toTraceLine({ detail, ...line }: TraceLine) {
  return detail === undefined ? line : { ...line, ...answered('detail', detail) };
}
