import { Anchor, Button, CloseButton, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { panelTexts } from './panel-texts.ts';
import { type IncidentSearch, incidentSearch } from './search.ts';

const storageKey = 'tocsin.incident-views';

interface SavedView {
  name: string;
  search: IncidentSearch;
}

/**
 * Filters under a name. No operation keeps anything for a person but settings of notifications, so views are kept in the browser, and
 * the page says so; whoever wants to share one sends the address.
 */
export default function SavedViews({ search }: { search: IncidentSearch }) {
  const p = useTexts(panelTexts);
  const [views, setViews] = useState(readViews);
  const [name, setName] = useState('');

  function keep(next: SavedView[]): void {
    setViews(next);
    localStorage.setItem(storageKey, JSON.stringify(next));
  }
  function save(event: FormEvent): void {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '') return;
    keep([...views.filter((view) => view.name !== trimmed), { name: trimmed, search }]);
    setName('');
  }

  return (
    <Popover defaultOpened position="bottom-end" width={320} trapFocus withinPortal>
      <Popover.Target>
        <Button
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
          {views.length === 0 && (
            <Text size="sm" c="dimmed">
              {p.noViews}
            </Text>
          )}
          {views.map((view) => (
            <Group key={view.name} justify="space-between" wrap="nowrap">
              <Anchor
                className="breaks-anywhere"
                renderRoot={(props) => <Link to="/" search={view.search} {...props} />}
              >
                {view.name}
              </Anchor>
              <CloseButton
                aria-label={p.remove(view.name)}
                onClick={() => keep(views.filter((one) => one !== view))}
              />
            </Group>
          ))}
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
            {p.inBrowser}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** What an older version or somebody else left there may be anything. */
function readViews(): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((view: Partial<SavedView> | null) =>
      typeof view?.name === 'string'
        ? [{ name: view.name, search: incidentSearch({ ...view.search }) }]
        : [],
    );
  } catch {
    return [];
  }
}
