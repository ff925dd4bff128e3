import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useNames } from '../names.ts';
import { useTexts } from '../texts.tsx';
import type { FieldsProps } from './action-dialog.tsx';
import { dialogTexts } from './dialog-texts.ts';
import { fromLocalField, toLocalField } from './local-field.ts';
import { useFields } from './use-fields.ts';

/** Asks which services are down for customers, and from when until when that counts. */
export function AffectsFields({ first, onChange }: FieldsProps) {
  const d = useTexts(dialogTexts);
  const services = useNames('Service');
  const { value: chosen, change } = useFields({
    name: 'affects',
    initial: {
      ids: first.services.map(({ id }) => id),
      isExcluded: first.excludeFromUptimeCalculation ?? false,
      start: toLocalField(first.statusPageStartOverride),
      end: toLocalField(first.statusPageEndOverride),
    },
    toOperations: ({ ids, isExcluded, start, end }) => ({
      appendIntent: {
        intent: 'Affects',
        intentOptions: {
          affectingOptions: {
            services: ids.map((id) => ({ id })),
            excludeFromUptimeCalculation: isExcluded,
            overrides: { start: fromLocalField(start), end: fromLocalField(end) },
          },
        },
      },
    }),
    onChange,
  });
  return (
    <Stack gap="xs">
      <MultiSelect
        data-autofocus
        label={d.services}
        searchable
        data={[...(services.data ?? [])].map(([value, label]) => ({ value, label }))}
        nothingFoundMessage={services.isPending ? d.searching : d.nothingFound}
        value={chosen.ids}
        onChange={(ids) => change({ ids })}
      />
      <Checkbox
        label={d.isExcluded}
        checked={chosen.isExcluded}
        onChange={({ currentTarget }) => change({ isExcluded: currentTarget.checked })}
      />
      <TextInput
        type="datetime-local"
        label={d.start}
        value={chosen.start}
        onChange={({ currentTarget }) => change({ start: currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={d.end}
        value={chosen.end}
        onChange={({ currentTarget }) => change({ end: currentTarget.value })}
      />
    </Stack>
  );
}
