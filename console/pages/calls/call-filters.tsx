import { Button, Group, MultiSelect, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { callTexts } from '../../parts/call/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { useAddressDraft } from '../../parts/use-address-draft.ts';
import { useClear } from '../../parts/use-clear.ts';
import { type CallsSearch, outcomes } from './search.ts';
import { texts } from './texts.ts';
import { type Integration, nameOf } from './use-numbers.ts';

/** Choices apply at once; the number of a caller when it is sent, not digit by digit. */
export function CallFilters({ numbers }: { numbers: readonly Integration[] }) {
  const t = useTexts(texts);
  const ofCall = useTexts(callTexts);
  const shared = useTexts(sharedTexts);
  const clear = useClear();
  const navigate = useNavigate();
  const search = useSearch({ from: '/calls' });
  const [caller, setCaller] = useAddressDraft(search.caller ?? '');
  const apply = (changes: CallsSearch) =>
    void navigate({
      to: '/calls',
      search: { ...search, caller: caller.trim() || undefined, ...changes },
    });
  const day = (name: 'from' | 'until') => ({
    type: 'date',
    value: search[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      apply({ [name]: event.currentTarget.value || undefined }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply({});
      }}
    >
      <Group align="flex-end" gap="sm">
        <MultiSelect
          label={t.number}
          {...clear(t.number)}
          searchable
          data={numbers.map((number) => ({ value: number.id, label: nameOf(number) }))}
          value={search.number ?? []}
          onChange={(number) => apply({ number: number.length === 0 ? undefined : number })}
        />
        <MultiSelect
          label={t.outcome}
          miw={180}
          {...clear(t.outcome)}
          data={outcomes.map((value) => ({ value, label: ofCall.outcomes[value] }))}
          value={search.outcome ?? []}
          onChange={(chosen) => {
            const outcome = outcomes.filter((one) => chosen.some((name) => name === one));
            apply({ outcome: outcome.length === 0 ? undefined : outcome });
          }}
        />
        <TextInput
          label={t.caller}
          placeholder="+49151"
          type="tel"
          value={caller}
          onChange={(event) => setCaller(event.currentTarget.value)}
        />
        <TextInput label={t.from} {...day('from')} />
        <TextInput label={t.until} {...day('until')} />
        <Button type="submit">{shared.search}</Button>
        <Button
          variant="default"
          onClick={() => {
            setCaller('');
            void navigate({ to: '/calls', search: {} });
          }}
        >
          {shared.clearFilters}
        </Button>
      </Group>
    </form>
  );
}
