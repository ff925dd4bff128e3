import { Alert, Button, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { publicApi } from '../../../api/client.ts';
import { fieldErrors } from '../../../api/problem.ts';
import { AsCodeButton } from '../../../as-code/as-code.tsx';
import { ByCodeNotice, useIsReadOnly } from '../../../as-code/by-code.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { BackNotice, ConflictNotice } from '../../../parts/draft/index.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { TryButton } from '../../../parts/replays/try-button.tsx';
import { sharedTexts } from '../../../parts/shared-texts.ts';
import { useTexts } from '../../../parts/texts.tsx';
import type { Integration, IntegrationType } from '../integration-page.tsx';
import { invalidatePayloads } from '../invalidate.ts';
import { type PayloadSummary, usePayloads } from '../payloads-panel.tsx';
import { ReplayButton } from '../replay-button.tsx';
import { below } from './attribute-editor.tsx';
import { MappingDiff } from './mapping-diff.tsx';
import { MappingPane } from './mapping-pane.tsx';
import { PayloadPane } from './payload-pane.tsx';
import { ResultPane } from './result-pane.tsx';
import { texts } from './texts.ts';
import { Trials } from './trials.tsx';
import { useEvaluation } from './use-evaluation.ts';
import { type Mapping, mappingPath, useMapping } from './use-mapping.ts';
import { useInput, useSource } from './use-source.ts';

export interface PlaygroundProps {
  integration: Integration;
  type: IntegrationType;
}

/** The mapping of an integration, tried on payloads before it is saved. */
export default function Playground({ integration, type }: PlaygroundProps) {
  const mapping = useQuery({
    queryKey: ['get', mappingPath, integration.id],
    // No fetching again: the mapping must not change under a person who edits it.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      // Until somebody saves one there is none, which is no error.
      const { data, error } = await publicApi.GET('/inbound-integration-mapping/search/list', {
        params: { query: { InboundIntegrationId: integration.id } },
        signal,
      });
      if (error) throw error;
      const [found] = data.inboundIntegrationMappings;
      return {
        own: found?.attributesMapping ?? null,
        isProvisioned: found?.isProvisioned ?? false,
      };
    },
  });
  const payloads = usePayloads(integration.id);
  return (
    <Loaded query={mapping}>
      {({ own, isProvisioned }) => (
        <Loaded query={payloads}>
          {({ pages }) => (
            <Bench
              integration={integration}
              type={type}
              own={own}
              isProvisioned={isProvisioned}
              payloads={pages.flatMap((page) => page.payloads)}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface BenchProps extends PlaygroundProps {
  own: Mapping | null;
  /** Code manages the mapping. */
  isProvisioned: boolean;
  payloads: readonly PayloadSummary[];
}

function Bench({ integration, type, own, isProvisioned, payloads }: BenchProps) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const newest = payloads[0]?.id ?? null;
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const writing = useMapping(integration.id, own, type.defaultMapping);
  const { draft, mapping, isChanged, conflict } = writing;
  const { source, show, change } = useSource(integration.id, type, newest);
  const evaluation = useEvaluation(useInput(integration.id, mapping, source));
  const errors = below(
    { ...fieldErrors(evaluation.error), ...fieldErrors(writing.error) },
    'attributesMapping',
  );
  return (
    <Stack gap="lg">
      <ByCodeNotice isProvisioned={isProvisioned} />
      <BenchHead {...{ integration, own, isProvisioned, writing }} />
      {isChanged && <BackNotice back={writing.back} />}
      {writing.error && !conflict && <ProblemNotice error={writing.error} />}
      {conflict && <ConflictNotice conflict={conflict} discard={writing.discard} />}
      {!newest && (
        <Alert color="blue" variant="light">
          {t.noStored}
        </Alert>
      )}
      <Panes
        payload={
          <PayloadPane
            integrationId={integration.id}
            payloads={payloads}
            source={source}
            onChange={change}
          />
        }
        mapping={
          <MappingPane
            draft={draft}
            errors={errors}
            open={open}
            setOpen={setOpen}
            onChange={writing.change}
          />
        }
        result={
          <ResultPane
            evaluation={evaluation.data}
            error={evaluation.error}
            isOld={evaluation.isPlaceholderData || evaluation.isFetching}
          />
        }
      />
      {source.kind === 'stored' && source.payloadId && (
        <Group>
          <Text size="sm">{t.replayNote}</Text>
          <ReplayButton
            integrationId={integration.id}
            payloadId={source.payloadId}
            onDone={() => invalidatePayloads(queries)}
          />
        </Group>
      )}
      <Trials integrationId={integration.id} mapping={mapping} onShow={show} />
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t.diff}
        </Title>
        <MappingDiff before={type.defaultMapping} after={mapping} />
      </Stack>
    </Stack>
  );
}

/** Which mapping holds, and what can be done with the one that is being written. */
function BenchHead({
  integration,
  own,
  isProvisioned,
  writing,
}: Pick<BenchProps, 'integration' | 'own' | 'isProvisioned'> & {
  writing: ReturnType<typeof useMapping>;
}) {
  const t = useTexts(texts);
  const isReadOnly = useIsReadOnly(isProvisioned);
  const { mapping, isChanged, removal } = writing;
  const { id } = integration;
  return (
    <Group justify="space-between" align="flex-start">
      <Stack gap={2}>
        <Text size="sm" c="dimmed">
          {t.lead}
        </Text>
        <Text size="sm" fw={600} role="status">
          {isChanged ? t.unsaved : own ? t.isOwn : t.isDefault}
        </Text>
      </Stack>
      <Group gap="xs">
        <Button
          loading={writing.isSaving}
          disabled={!isChanged || isReadOnly}
          onClick={writing.save}
        >
          {t.save}
        </Button>
        {isChanged && (
          <Button variant="default" onClick={writing.discard}>
            {t.discard}
          </Button>
        )}
        <AsCodeButton
          type="tocsin_integration_mapping"
          id={own ? id : null}
          value={{ id, integrationId: id, attributesMapping: mapping }}
        />
        {isChanged && (
          <TryButton
            entityType="InboundIntegrationMapping"
            id={id}
            isStored={own !== null}
            body={{ id, attributesMapping: mapping }}
          />
        )}
        {own && !isReadOnly && (
          <Confirm
            label={t.toDefault}
            question={t.toDefaultQuestion}
            mutation={removal}
            onConfirm={() => writing.remove(own)}
          />
        )}
      </Group>
    </Group>
  );
}

const columns = ['payload', 'mapping', 'result'] as const;

/** Beside each other, or one at a time where that is too narrow. */
function Panes(panes: Record<(typeof columns)[number], ReactNode>) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const isNarrow = useMediaQuery('(max-width: 74em)');
  if (isNarrow)
    return (
      <Tabs defaultValue="mapping">
        <Tabs.List grow aria-label={shared.parts}>
          {columns.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t.columns[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {columns.map((name) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            {panes[name]}
          </Tabs.Panel>
        ))}
      </Tabs>
    );
  return (
    <div className="playground">
      {columns.map((name) => (
        <section key={name} aria-label={t.columns[name]}>
          <Stack gap="sm">
            <Title order={2} size="h4">
              {t.columns[name]}
            </Title>
            {panes[name]}
          </Stack>
        </section>
      ))}
    </div>
  );
}
