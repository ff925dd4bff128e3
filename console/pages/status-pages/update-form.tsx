import { MultiSelect, Select, Stack } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { toMessages, type Words, wordsOf } from '../../parts/public-update/words.ts';
import { WordsFields } from '../../parts/public-update/words-fields.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { pageTexts } from './update-texts.ts';
import { useAll } from './use-all.ts';

/** The fields that somebody fills in: the words, and what they are about. */
export interface UpdateDraft {
  words: Words;
  serviceIds: string[];
  /** None: every page that shows one of the services. */
  statusPageIds: string[];
}

type Request = components['schemas']['PublicUpdateInput'];

/** As the API takes it. */
export function requestOf(
  { words, serviceIds, statusPageIds }: UpdateDraft,
  rest: Pick<Request, 'incidentIds' | 'isPublished'>,
): Request {
  return {
    state: words.state,
    messages: toMessages(words),
    serviceIds,
    statusPageIds: statusPageIds.length > 0 ? statusPageIds : null,
    ...rest,
  };
}

export function isComplete({ words, serviceIds }: UpdateDraft): boolean {
  return toMessages(words).length > 0 && serviceIds.length > 0;
}

export interface UpdateFieldsProps {
  draft: UpdateDraft;
  errors: Readonly<Record<string, string>>;
  change(draft: UpdateDraft): void;
}

/** The fields of a public update. */
export function UpdateFields({ draft, errors, change }: UpdateFieldsProps) {
  const t = useTexts(pageTexts);
  const { data, isPending } = useAll();
  const nothingFoundMessage = isPending ? t.search : t.nothing;
  const beginnings = useBeginnings(draft.serviceIds);
  return (
    <Stack gap="md">
      <MultiSelect
        label={t.services}
        description={t.servicesHelp}
        required
        searchable
        nothingFoundMessage={nothingFoundMessage}
        error={errors.serviceIds}
        data={(data?.services ?? []).map(({ id, displayName }) => ({
          value: id,
          label: displayName,
        }))}
        value={draft.serviceIds}
        onChange={(serviceIds) => change({ ...draft, serviceIds })}
      />
      {beginnings.groups.length > 0 && (
        <Select
          label={t.begin}
          searchable
          data={beginnings.groups}
          value={null}
          onChange={(key) => {
            const words = beginnings.wordsOf(key);
            if (words) change({ ...draft, words: beginnings.after(draft.words, words) });
          }}
        />
      )}
      <WordsFields
        words={draft.words}
        errors={errors}
        change={(words) => change({ ...draft, words })}
      />
      <MultiSelect
        label={t.pages}
        description={t.pagesHelp}
        searchable
        nothingFoundMessage={nothingFoundMessage}
        error={errors.statusPageIds}
        data={(data?.pages ?? []).map(({ id, displayName }) => ({ value: id, label: displayName }))}
        value={draft.statusPageIds}
        onChange={(statusPageIds) => change({ ...draft, statusPageIds })}
      />
    </Stack>
  );
}

/** Templates of the organization, and those of the chosen services, which have no state and one text. */
function useBeginnings(serviceIds: readonly string[]) {
  const t = useTexts(pageTexts);
  const { data } = useAll();
  const words = new Map<string, Words>();
  const groups: { group: string; items: { value: string; label: string }[] }[] = [];
  const add = (group: string, entries: { id: string; name: string; of: Words }[]) => {
    if (entries.length === 0) return;
    for (const { id, of } of entries) words.set(id, of);
    groups.push({ group, items: entries.map(({ id, name }) => ({ value: id, label: name })) });
  };
  add(
    t.ofOrganization,
    (data?.templates ?? []).map((one) => ({ id: one.id, name: one.displayName, of: wordsOf(one) })),
  );
  for (const { id, displayName, templates } of data?.services ?? [])
    if (serviceIds.includes(id))
      add(
        t.ofService(displayName),
        (templates ?? []).map(({ displayName: name, message }, place) => ({
          id: `${id} ${place}`,
          name,
          of: { state: null, en: message, de: '' },
        })),
      );
  return {
    groups,
    wordsOf: (key: string | null) => words.get(key ?? ''),
    /** The chosen text; below what somebody has written, which is never lost. */
    after(written: Words, chosen: Words): Words {
      const isEmpty = below(written.en, written.de) === '';
      const isTemplate = [...words.values()].some(
        ({ en, de }) => en === written.en && de === written.de,
      );
      if (isEmpty || isTemplate) return chosen;
      const { state } = chosen.state ? chosen : written;
      return { state, en: below(written.en, chosen.en), de: below(written.de, chosen.de) };
    },
  };
}

function below(written: string, chosen: string): string {
  return [written, chosen].filter((text) => text.trim() !== '').join('\n\n');
}
