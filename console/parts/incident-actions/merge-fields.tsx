import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { cleanText } from '../clean-text.ts';
import { useTexts } from '../texts.tsx';
import type { FieldsProps } from './action-dialog.tsx';
import { dialogTexts } from './dialog-texts.ts';

/** A page of open incidents, the latest first, and those that contain what is typed. */
const offered = 30;
const typedMilliseconds = 250;

/** The open incident of which this one becomes a part. */
export function MergeFields({ first, onChange }: FieldsProps) {
  const d = useTexts(dialogTexts);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ id: string; title: string } | null>(null);
  const [term] = useDebouncedValue(typed.trim(), typedMilliseconds);
  const isSearch = term !== '' && term !== chosen?.title;
  const { data, isPending } = api.useQuery(
    'get',
    '/incident/search/list',
    {
      params: {
        query: {
          Statuses: ['Open'],
          IncludeSnoozed: true,
          SortBy: 'Created',
          Limit: offered,
          ...(isSearch ? { SearchTerm: term } : {}),
        },
      },
    },
    { placeholderData: keepPreviousData },
  );
  const found = (data?.incidents ?? []).filter(
    ({ id, mergedInto }) => id !== first.id && mergedInto === null,
  );
  const known = found.some(({ id }) => id === chosen?.id) || !chosen ? found : [chosen, ...found];
  return (
    <Select
      data-autofocus
      label={d.mergeInto}
      description={d.mergeHelp}
      searchable
      // The server has searched.
      filter={({ options }) => options}
      data={known.map(({ id, title }) => ({ value: id, label: cleanText(title) }))}
      value={chosen?.id ?? null}
      onSearchChange={setTyped}
      nothingFoundMessage={isPending ? d.searching : d.nothingFound}
      onChange={(id) => {
        const one = known.find((incident) => incident.id === id);
        setChosen(one ? { id: one.id, title: one.title } : null);
        onChange(id === null ? null : { mergeInto: id });
      }}
    />
  );
}
