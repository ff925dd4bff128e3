import { Button, Group, Select, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { useAddressDraft } from '../../parts/use-address-draft.ts';
import { useClear } from '../../parts/use-clear.ts';
import { type AuditSearch, sources } from './search.ts';
import { texts } from './texts.ts';

/** Applied together, not letter by letter: every reading of the log leaves an entry in it. */
export function AuditFilters() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const clear = useClear();
  const navigate = useNavigate();
  const search = useSearch({ from: '/audit-log' });
  const [draft, setDraft] = useAddressDraft<AuditSearch>(search);
  const apply = (next: AuditSearch) => {
    setDraft(next);
    void navigate({ to: '/audit-log', search: next });
  };
  const field = (name: 'text' | 'kind' | 'object' | 'action' | 'actor' | 'from' | 'until') => ({
    value: draft[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [name]: value === '' ? undefined : value }));
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply(draft);
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput label={t.text} placeholder={t.textHelp} miw={290} {...field('text')} />
        <TextInput label={t.action} placeholder={t.actionHelp} {...field('action')} />
        <TextInput label={t.kind} placeholder={t.kindHelp} miw={270} {...field('kind')} />
        <TextInput label={t.objectId} {...field('object')} />
        <TextInput label={t.actor} {...field('actor')} />
        <Select
          label={t.channel}
          {...clear(t.channel)}
          data={sources.map((value) => ({ value, label: t.sources[value] }))}
          value={draft.source ?? null}
          onChange={(source) => setDraft((before) => ({ ...before, source: source ?? undefined }))}
        />
        <TextInput type="date" label={t.from} {...field('from')} />
        <TextInput type="date" label={t.until} {...field('until')} />
        <Button type="submit">{shared.search}</Button>
        <Button variant="default" onClick={() => apply({})}>
          {shared.clearFilters}
        </Button>
      </Group>
    </form>
  );
}
