import { Button, Group, MultiSelect, SegmentedControl } from '@mantine/core';
import { Icon } from '../../parts/icon.tsx';
import { addDays } from '../../parts/local-time.ts';
import { useTexts } from '../../parts/texts.tsx';
import { useClear } from '../../parts/use-clear.ts';
import { defaults, type OnCallSearch, spans, teamsShown, views } from './search.ts';
import { texts } from './texts.ts';

type Show = (changes: Partial<OnCallSearch>) => void;

/** Whose duty is shown, from when, for how long, and in which way. */
export default function OnCallFilters({
  search,
  names,
  today,
  show,
}: {
  search: OnCallSearch;
  names: ReadonlyMap<string, string> | undefined;
  today: string;
  show: Show;
}) {
  const t = useTexts(texts);
  const clear = useClear();
  const count = search.days ?? defaults.days;
  return (
    <Group gap="sm" align="flex-end">
      <MultiSelect
        label={t.teams}
        placeholder={search.team?.length ? undefined : t.allOwn}
        data={[...(names ?? [])].map(([value, label]) => ({ value, label }))}
        value={search.team ?? []}
        onChange={(team) => show({ team })}
        searchable
        {...clear(t.teams)}
        maxValues={teamsShown}
        className="on-call-teams"
      />
      <Days from={search.from ?? today} count={count} today={today} show={show} />
      <SegmentedControl
        aria-label={t.spanLabel}
        data={spans.map((days) => ({ value: String(days), label: t.spans[days] }))}
        value={String(count)}
        onChange={(days) => show({ days: spans.find((one) => String(one) === days) })}
      />
      <SegmentedControl
        aria-label={t.viewLabel}
        data={views.map((one) => ({ value: one, label: t.views[one] }))}
        value={search.view ?? defaults.view}
        onChange={(chosenView) => show({ view: views.find((one) => one === chosenView) })}
      />
    </Group>
  );
}

function Days({
  from,
  count,
  today,
  show,
}: {
  from: string;
  count: number;
  today: string;
  show: Show;
}) {
  const t = useTexts(texts);
  return (
    <Group gap={4}>
      <Button
        variant="default"
        aria-label={t.earlier}
        px={8}
        onClick={() => show({ from: addDays(from, -count) })}
      >
        <Icon name="left" />
      </Button>
      <Button variant="default" onClick={() => show({ from: undefined })} disabled={from === today}>
        {t.today}
      </Button>
      <Button
        variant="default"
        aria-label={t.later}
        px={8}
        onClick={() => show({ from: addDays(from, count) })}
      >
        <Icon name="right" />
      </Button>
    </Group>
  );
}
