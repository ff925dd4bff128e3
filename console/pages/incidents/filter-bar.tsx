import { Chip, CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type RefObject, useEffect, useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { type IncidentSearch, statuses } from './search.ts';
import { texts } from './texts.ts';

export interface FilterBarProps {
  search: IncidentSearch;
  onChange(search: IncidentSearch): void;
  field: RefObject<HTMLInputElement | null>;
}

/** Status, text, and the filters that are asked for most. */
export function FilterBar({ search, onChange, field }: FilterBarProps) {
  const t = useTexts(texts);
  const [text, setText] = useState(search.text ?? '');
  useEffect(() => setText(search.text ?? ''), [search.text]);
  const apply = useDebouncedCallback((value: string) => {
    onChange({ ...search, text: value.trim() });
  }, 300);
  const isMine = search.person?.includes('me') ?? false;
  return (
    <div className="filter-bar">
      <SegmentedControl
        aria-label={t.status}
        data={statuses.map((value) => ({ value, label: t.statuses[value] }))}
        value={search.status ?? 'Open'}
        onChange={(status) => onChange({ ...search, status: status as IncidentSearch['status'] })}
      />
      <TextInput
        ref={field}
        className="filter-search"
        aria-label={t.search}
        placeholder={t.search}
        leftSection={<Icon name="search" />}
        rightSection={
          text !== '' && (
            <CloseButton
              aria-label={t.removeFilter(text)}
              onClick={() => {
                setText('');
                onChange({ ...search, text: undefined });
              }}
            />
          )
        }
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          apply(currentTarget.value);
        }}
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
    </div>
  );
}
