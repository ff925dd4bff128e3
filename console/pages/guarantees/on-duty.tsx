import { Stack, Text } from '@mantine/core';
import { formatTimeOfDay } from '../../parts/moment.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { type DutyRow, dutyRowsOf } from './duty-of.ts';
import type { CounterExample, Told } from './example-types.ts';
import { texts } from './texts.ts';

/** Who is on call while it happens, as a line of each schedule and tier; the end of the time is marked in it. */
export function OnDuty({ example, told }: { example: CounterExample; told: Told }) {
  const t = useTexts(texts);
  const rows = dutyRowsOf(example.duty);
  if (rows.length === 0) return null;
  const deadline = Date.parse(example.at) + told.withinMinutes * 60_000;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t.onDuty}
      </Text>
      <ul className="plain-list guarantee-duty">
        {rows.map((row) => (
          <Row key={row.key} row={row} deadline={deadline} />
        ))}
      </ul>
    </Stack>
  );
}

function Row({ row: { displayName, tier, pieces }, deadline }: { row: DutyRow; deadline: number }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const start = pieces[0]?.start ?? deadline;
  const end = pieces.at(-1)?.end ?? deadline;
  const share = (at: number) => `${((at - start) / (end - start)) * 100}%`;
  return (
    <li className="guarantee-fact breaks-anywhere">
      <Text size="sm" c="dimmed">
        {tier === null ? displayName : t.tierOf(tier, displayName)}
      </Text>
      <Stack gap={4}>
        <div className="guarantee-duty-line" aria-hidden="true">
          {pieces.map((one) => (
            <span
              key={one.start}
              data-kind={one.people.length > 0 ? 'somebody' : 'nobody'}
              style={{ left: share(one.start), right: `calc(100% - ${share(one.end)})` }}
            />
          ))}
          <span data-kind="deadline" style={{ left: share(deadline) }} />
        </div>
        {pieces.map((one) => (
          <Text size="sm" key={one.start}>
            {pieces.length > 1 && (
              <Text span inherit c="dimmed" className="guarantee-clock">
                {formatTimeOfDay(one.start, language)} – {formatTimeOfDay(one.end, language)}{' '}
              </Text>
            )}
            {one.people.length > 0 ? one.people.join(', ') : <b>{t.nobodyOnDuty}</b>}
          </Text>
        ))}
      </Stack>
    </li>
  );
}
