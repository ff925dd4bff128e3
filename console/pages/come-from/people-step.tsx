import { Button, Group, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { type Fate, type Fated, fatesOf } from './fates.ts';
import type { Person } from './protocol.ts';
import { texts } from './texts.ts';
import type { UsedImport } from './use-import.ts';

export interface PeopleStepProps {
  used: UsedImport;
  people: readonly Person[];
  onDone: () => void;
}

/** The fates that need a look come first. */
const order: readonly Fate[] = ['unclear', 'new', 'matched'];
const shownMax = 20;

/** Who is here already, who is new, and who may be somebody who is here by another address. */
export function PeopleStep({ used, people, onDone }: PeopleStepProps) {
  const t = useTexts(texts);
  const { choices, isBusy } = used;
  const here = used.people.data ?? [];
  const fated = fatesOf(people, here);
  const choose = (key: string, choice: string | null) => {
    const { [key]: _, ...others } = choices.value.people;
    const next = choice === null ? others : { ...others, [key]: choice };
    choices.set({ ...choices.value, people: next });
  };
  return (
    <Stack gap="md">
      {order.map((fate) => (
        <PeopleList
          key={fate}
          fate={fate}
          rows={fated.filter((one) => one.fate === fate)}
          chosen={choices.value.people}
          onChoose={choose}
        />
      ))}
      <Group>
        <Button loading={isBusy} onClick={onDone}>
          {t.toResult}
        </Button>
      </Group>
    </Stack>
  );
}

interface PeopleListProps {
  fate: Fate;
  rows: readonly Fated[];
  chosen: Record<string, string>;
  onChoose: (key: string, choice: string | null) => void;
}

const tones = { matched: 'Resolved', new: 'Minor', unclear: 'Warning' } as const;

function PeopleList({ fate, rows, chosen, onChoose }: PeopleListProps) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const [count, setCount] = useState(shownMax);
  if (rows.length === 0) return null;
  return (
    <Stack gap={4} component="section" aria-label={t.fates[fate]}>
      <Group gap="xs">
        <Title order={3} size="h6">
          {t.fates[fate]}
        </Title>
        <span className="badge" data-tone={tones[fate]}>
          {rows.length}
        </span>
      </Group>
      <Text size="sm" c="dimmed">
        {t.fateHelp[fate]}
      </Text>
      <Table className="rows" verticalSpacing={6} aria-label={t.fates[fate]}>
        <Table.Tbody>
          {rows.slice(0, count).map(({ person, others }) => (
            <Table.Tr key={person.key}>
              <Table.Td className="breaks-anywhere">
                <Text size="sm" fw={600}>
                  {person.name}
                </Text>
                <Text size="xs" c="dimmed">
                  {person.email}
                </Text>
              </Table.Td>
              <Table.Td>
                <Select
                  size="xs"
                  aria-label={t.becomes(person.name)}
                  allowDeselect={false}
                  data={[
                    { value: '', label: fate === 'matched' ? t.isThere : t.isInvited },
                    ...others.map(({ displayName, email }) => ({
                      value: email ?? '',
                      label: `${displayName ?? ''} (${email ?? ''})`,
                    })),
                    { value: 'skip', label: t.isLeftOut },
                  ]}
                  value={chosen[person.key] ?? ''}
                  onChange={(value) => onChoose(person.key, value || null)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > count && (
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => setCount(count + 100)}>
            {shared.more}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
