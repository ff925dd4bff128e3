import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useKept } from '../../parts/draft/index.ts';
import { readAll } from '../../parts/names.ts';
import { useLanguage } from '../../parts/texts.tsx';
import type { PersonHere } from './fates.ts';
import { createImportClient } from './import-client.ts';
import type { FileGiven, Reading } from './protocol.ts';

export interface KeptChoices {
  /** By id of the question. */
  answers: Record<string, string>;
  /** By key at the source: an e-mail address, or `skip`. */
  people: Record<string, string>;
}

const peopleMax = 20_000;

/** Options for the query of an import: its files stay in the memory of the page, and nothing of them is cached. */
const ofThisPage = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
} as const;

/** An import of this product: read once, and made anew whenever a choice changes. */
export function useImport(product: string) {
  const { language } = useLanguage();
  const [client] = useState(createImportClient);
  useEffect(() => () => client.close(), [client]);
  const [read, setRead] = useState<{ reading: Reading; now: number } | null>(null);
  const reading = useMutation({
    mutationFn: (files: FileGiven[]) => client.ask('read', { product, files }),
    onMutate: () => setRead(null),
    onSuccess: (found) => setRead({ reading: found, now: Date.now() }),
  });
  const people = useQuery({
    queryKey: ['come-from', 'people'],
    enabled: read !== null,
    // Up to hundreds of requests, and all is imported anew with another answer.
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => readAll<PersonHere>('User', signal, peopleMax),
  });
  const choices = useKept<KeptChoices>(`choices ${product}`, () => ({ answers: {}, people: {} }));
  const [settled] = useDebouncedValue(choices.value, 300);
  const outcome = useQuery({
    ...ofThisPage,
    queryKey: ['come-from', product, read?.now, settled, people.dataUpdatedAt, language],
    enabled: read !== null && people.data !== undefined,
    placeholderData: keepPreviousData,
    queryFn: () =>
      client.ask('import', {
        ...settled,
        ...{ there: idsOf(people.data ?? []), now: read?.now ?? 0, language },
      }),
  });
  return {
    ...{ client, reading, people, choices, outcome },
    read: read?.reading ?? null,
    forget: () => setRead(null),
    isBusy: reading.isPending || people.isFetching || outcome.isFetching,
  };
}

export type UsedImport = ReturnType<typeof useImport>;

function idsOf(people: readonly PersonHere[]): Record<string, string> {
  return Object.fromEntries(
    people.flatMap(({ id, email }) => (email ? [[email.toLowerCase(), id]] : [])),
  );
}
