import { Chip, CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { formatCount } from '../../parts/formats.ts';
import { Icon } from '../../parts/icon.tsx';
import { Later, later } from '../../parts/later/index.ts';
import { LazyButton } from '../../parts/lazy-button.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { useTyped } from '../../parts/use-typed.ts';
import { type IncidentSearch, isFiltered, statuses } from './search.ts';
import { texts } from './texts.ts';

const FilterPanel = later(() => import('./filter-panel.tsx'));
const FilterChips = later(() => import('./filter-chips.tsx'));
const SavedViews = later(() => import('./saved-views.tsx'));

type Counts = NonNullable<components['schemas']['IncidentCounts']>;

export interface FilterBarProps {
  search: IncidentSearch;
  counts: Counts | null;
  onChange(search: IncidentSearch): void;
  field: RefObject<HTMLInputElement | null>;
}

/** Status, text, and the filters that are asked for most. */
export function FilterBar({ search, counts, onChange, field }: FilterBarProps) {
  const t = useTexts(texts);
  const [text, type] = useTyped(search.text ?? '', (rested) =>
    onChange({ ...search, text: rested || undefined }),
  );
  const isMine = search.person?.includes('me') ?? false;
  return (
    <div className="filter-bar">
      <SegmentedControl
        aria-label={t.status}
        data={statuses.map((value) => ({
          value,
          label: <Tab name={t.statuses[value]} count={countOf(value, search, counts)} />,
        }))}
        value={search.status ?? 'Open'}
        onChange={(status) => onChange({ ...search, status: status as IncidentSearch['status'] })}
      />
      <TextInput
        ref={field}
        className="filter-search"
        aria-label={t.search}
        placeholder={t.searchShort}
        leftSection={<Icon name="search" />}
        rightSection={
          text !== '' && <CloseButton aria-label={t.removeFilter(text)} onClick={() => type('')} />
        }
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') currentTarget.blur();
        }}
      />
      <Chip
        size="sm"
        checked={isMine}
        onChange={() => onChange({ ...search, person: isMine ? undefined : ['me'] })}
      >
        {t.mine}
      </Chip>
      <Chip
        size="sm"
        checked={search.acknowledged === 'no'}
        onChange={(checked) => onChange({ ...search, acknowledged: checked ? 'no' : undefined })}
      >
        {t.unacknowledged}
      </Chip>
      <LazyButton label={t.addFilter} icon={<Icon name="down" />}>
        <FilterPanel search={search} onChange={onChange} />
      </LazyButton>
      <LazyButton className="filter-views" label={t.saved} icon={<Icon name="layers" />}>
        <SavedViews search={search} />
      </LazyButton>
      {isFiltered(search) && (
        <Later>
          <FilterChips search={search} onChange={onChange} />
        </Later>
      )}
    </div>
  );
}

/** The server counts up to here. */
const countMax = 1000;

/** How many the tab would show; null where that is not known. */
function countOf(
  status: (typeof statuses)[number],
  { view }: IncidentSearch,
  counts: Counts | null,
): number | null {
  if (counts === null || view !== undefined) return null;
  const { open, snoozed, resolved } = counts;
  return { Open: open, Resolved: resolved, All: open + snoozed + resolved }[status];
}

function Tab({ name, count }: { name: string; count: number | null }) {
  const { language } = useLanguage();
  if (count === null) return name;
  const shown = formatCount(Math.min(count, countMax), language);
  return (
    <>
      {name}{' '}
      <span className="tab-count">
        {shown}
        {count >= countMax && '+'}
      </span>
    </>
  );
}
