import { Button, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMayAdminister } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { linkTo } from '../../parts/link-to.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useNames } from '../../parts/names.ts';
import { NewButton } from '../../parts/new-button.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';
import { type Integration, nameOf, phoneNumberOf } from './use-numbers.ts';

/** The numbers that can be called, each with its settings and its rehearsal. */
export function Numbers({ query }: { query: UseQueryResult<Integration[], unknown> }) {
  const t = useTexts(texts);
  const teams = useNames('Team');
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t.numbers}
      </Title>
      <Loaded query={query} lines={2}>
        {(numbers) =>
          numbers.length === 0 ? (
            <Empty
              title={t.noNumbers}
              action={
                <NewButton isQuiet begin={{ to: '/integrations/new', search: { find: 'Twilio' } }}>
                  {t.connect}
                </NewButton>
              }
            >
              {t.noNumbersHelp}
            </Empty>
          ) : (
            <ObjectTable
              label={t.numbers}
              items={numbers}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.number,
                  cell: (number) => (
                    <>
                      <TextLink
                        isStrong
                        to="/integrations/$integrationId"
                        params={{ integrationId: number.id }}
                      >
                        {nameOf(number)}
                      </TextLink>
                      <Text size="sm">{phoneNumberOf(number)}</Text>
                    </>
                  ),
                },
                {
                  title: t.teams,
                  isExtra: true,
                  cell: ({ teamId }) => teams.data?.get(teamId) ?? '',
                },
                { title: t.rehearsal, cell: (number) => <Rehearse number={number} /> },
              ]}
            />
          )
        }
      </Loaded>
    </Stack>
  );
}

function Rehearse({ number }: { number: Integration }) {
  const t = useTexts(texts);
  if (!useMayAdminister(number.teamId)) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t.rehearseNumber(nameOf(number))}
      renderRoot={linkTo({
        to: '/calls/rehearse/$integrationId',
        params: { integrationId: number.id },
      })}
    >
      {t.rehearse}
    </Button>
  );
}
