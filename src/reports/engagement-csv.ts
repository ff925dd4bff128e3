import { type CsvCell, csvText } from './csv.ts';
import type { EngagementReport } from './engagement-report.ts';
import { nameOf } from './on-call-report.ts';

const columns = [
  'user_id',
  'user',
  'email',
  'alerted',
  'acknowledged',
  'resolved',
  'comments',
  'escalated_past',
  'tta_median_seconds',
  'on_call_seconds',
];

/** One line for each person. */
export function engagementCsv({ people }: EngagementReport): AsyncIterable<string | Uint8Array> {
  return csvText(
    columns,
    people.map((person): CsvCell[] => {
      const median = person.medianMillisecondsToAcknowledge;
      return [
        person.userId,
        nameOf(person),
        person.user?.wire.email ?? null,
        person.alerted,
        person.acknowledged,
        person.resolved,
        person.comments,
        person.escalatedPast,
        median === null ? null : Math.round(median / 1000),
        person.onCallSeconds,
      ];
    }),
  );
}
