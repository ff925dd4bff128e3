import { Badge, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { publicApi } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Said } from '../../parts/said/index.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { defineTexts, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

const columns = defineTexts({
  en: { when: 'When', rule: 'Rule', outcome: 'Outcome', effect: 'Effect' },
  de: { when: 'Wann', rule: 'Regel', outcome: 'Ergebnis', effect: 'Wirkung' },
});

const colors = { Applied: 'teal', Delayed: 'blue', Skipped: 'gray' } as const;
const pageSize = 50;

/** The log of what the rules did, newest first. */
export function ExecutionLog({ routingId }: { routingId: string }) {
  const t = useTexts(texts);
  const c = useTexts(columns);
  const list = useInfiniteQuery({
    queryKey: ['get', '/routing/{id}/rule-execution-logs/search/list', routingId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/routing/{id}/rule-execution-logs/search/list', {
        params: { path: { id: routingId }, query: { Limit: pageSize, IdLessThan: pageParam } },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last) =>
      last.hasMore ? last.routingRuleExecutionLogs.at(-1)?.id : undefined,
  });
  return (
    <PagedTable
      list={list}
      itemsOf={(page) => page.routingRuleExecutionLogs}
      empty={<Empty title={t.noLog}>{t.noLogHelp}</Empty>}
      label={t.log}
      columns={[
        { title: c.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { title: c.rule, isExtra: true, cell: ({ ruleDisplayName }) => ruleDisplayName },
        {
          title: c.outcome,
          cell: ({ outcome, delayInMinutes }) => (
            <Group gap={6}>
              <Badge color={colors[outcome]} variant="light">
                {t.outcomes[outcome]}
              </Badge>
              {delayInMinutes ? t.minutes(delayInMinutes) : null}
            </Group>
          ),
        },
        {
          title: c.effect,
          cell: ({ effectSummary, effectSummarySentence }) =>
            effectSummary && <Said text={effectSummary} sentence={effectSummarySentence} />,
        },
        {
          title: t.incident,
          cell: ({ incidentId }) =>
            incidentId && (
              <TextLink to="/incidents/$incidentId" params={{ incidentId }}>
                {t.incident}
              </TextLink>
            ),
        },
      ]}
    />
  );
}
