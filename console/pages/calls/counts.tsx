import { Paper, SimpleGrid, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { callTexts } from '../../parts/call/index.ts';
import { formatDuration } from '../../parts/duration.ts';
import { numberFormat } from '../../parts/formats.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { countsQuery, type Outcome } from './search.ts';
import { texts } from './texts.ts';

const members = [
  ['calls', null],
  ['accepted', 'Accepted'],
  ['voicemail', 'Voicemail'],
  ['missed', 'Missed'],
  ['blocklisted', 'Blocklisted'],
  ['failed', 'Failed'],
  ['ongoing', 'Ongoing'],
] as const;

/** How many calls ended how. Each count is a filter of the list below. */
export function Counts() {
  const t = useTexts(texts);
  const ofCall = useTexts(callTexts);
  const { language } = useLanguage();
  const search = useSearch({ from: '/calls' });
  const navigate = useNavigate();
  const stats = api.useQuery('get', '/call-session/stats', {
    params: { query: { ...countsQuery(search), Interval: 'Month' } },
  });
  const totals = stats.data?.totals;
  const average = totals?.averageSecondsToAnswer;
  const isChosen = (outcome: Outcome | null) =>
    outcome === null
      ? search.outcome === undefined
      : search.outcome?.length === 1 && search.outcome[0] === outcome;
  const hasTime = search.from !== undefined || search.until !== undefined;
  return (
    <Stack gap="xs" component="section" aria-label={t.counts}>
      <Title order={2} size="h4">
        {t.counts}
      </Title>
      <Text size="sm" c="dimmed">
        {hasTime ? t.countsOfTime : t.countsOfMonth}
      </Text>
      {stats.error && !stats.data ? (
        <ProblemNotice error={stats.error} retry={() => stats.refetch()} />
      ) : (
        <SimpleGrid
          cols={{ base: 2, sm: 4, lg: 7 }}
          spacing="sm"
          aria-busy={totals === undefined ? true : undefined}
        >
          {members.map(([member, outcome]) => (
            <UnstyledButton
              key={member}
              aria-pressed={isChosen(outcome)}
              onClick={() =>
                void navigate({
                  to: '/calls',
                  search: { ...search, outcome: outcome === null ? undefined : [outcome] },
                })
              }
            >
              <Paper withBorder p="sm" h="100%">
                {/* The place of the count is kept until it is there, so that nothing below moves. */}
                <Text size="xl" fw={700}>
                  {totals ? numberFormat(language).format(totals[member]) : '…'}
                </Text>
                <Text size="sm" td={isChosen(outcome) ? 'underline' : undefined}>
                  {outcome === null ? t.all : ofCall.outcomes[outcome]}
                </Text>
                {outcome === 'Accepted' && typeof average === 'number' && (
                  <Text size="xs" c="dimmed">
                    {t.answeredAfter(formatDuration(average * 1000, language))}
                  </Text>
                )}
              </Paper>
            </UnstyledButton>
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}
