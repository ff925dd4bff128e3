import { linkTo } from '../../parts/link-to.tsx';
import '../../parts/fields.ts';
import { Anchor, Button, CloseButton, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { consoleQueries } from '../../api/client.ts';
import { useKept } from '../../parts/draft/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useOpensAtOnce } from '../../parts/use-opens-at-once.ts';
import { panelTexts } from './panel-texts.ts';
import { type IncidentSearch, incidentSearch } from './search.ts';

/** Filters under a name, kept for the person; whoever wants to share one sends the address. */
export default function SavedViews({ search }: { search: IncidentSearch }) {
  const p = useTexts(panelTexts);
  const tell = useTell();
  const queries = useQueryClient();
  const list = consoleQueries.useQuery('get', '/incident-views');
  const { value: name, set: setName } = useKept('saved view', '');
  const refresh = () => queries.invalidateQueries({ queryKey: ['get', '/incident-views'] });
  const keep = consoleQueries.useMutation('post', '/incident-views', {
    onSuccess: async () => {
      setName('');
      await refresh();
    },
    onError: tell.refused,
  });
  const removal = consoleQueries.useMutation('delete', '/incident-views/{id}', {
    onSuccess: refresh,
    onError: tell.refused,
  });
  const { target, toggle, menu } = useOpensAtOnce();
  function save(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() === '') return;
    keep.mutate({ body: { name: name.trim(), search: JSON.stringify(search) } });
  }

  return (
    <Popover {...menu} position="bottom-end" width={320} trapFocus withinPortal>
      <Popover.Target>
        <Button
          ref={target}
          onClick={toggle}
          className="filter-views"
          variant="default"
          size="sm"
          leftSection={<Icon name="layers" />}
        >
          {p.saved}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={p.saved}>
        <Stack gap="sm">
          <Loaded query={list} lines={2}>
            {({ views }) =>
              views.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {p.noViews}
                </Text>
              ) : (
                views.map((view) => (
                  <Group key={view.id} justify="space-between" wrap="nowrap">
                    <Anchor
                      className="breaks-anywhere"
                      renderRoot={linkTo({ to: '/', search: filtersOf(view.search) })}
                    >
                      {view.name}
                    </Anchor>
                    <CloseButton
                      aria-label={p.remove(view.name)}
                      onClick={() => removal.mutate({ params: { path: { id: view.id } } })}
                    />
                  </Group>
                ))
              )
            }
          </Loaded>
          <form onSubmit={save}>
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                label={p.name}
                maxLength={100}
                value={name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Button type="submit" aria-label={p.saveThis}>
                <Icon name="plus" />
              </Button>
            </Group>
          </form>
          <Text size="xs" c="dimmed">
            {p.ownViews}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The storage of a browser may hold anything. */
function filtersOf(text: string): IncidentSearch {
  try {
    const stored: unknown = JSON.parse(text);
    return incidentSearch(stored !== null && typeof stored === 'object' ? { ...stored } : {});
  } catch {
    return {};
  }
}
