import { Alert, Button, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { components } from '../../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../../api/as-seen.ts';
import { api, publicApi } from '../../../api/client.ts';
import { fieldErrors, isConflict } from '../../../api/problem.ts';
import { AsCodeButton } from '../../../as-code/as-code.tsx';
import { ByCodeNotice, useIsReadOnly } from '../../../as-code/by-code.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { BackNotice, ConflictNotice, mergeChanges, useKept } from '../../../parts/draft/index.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { useTell } from '../../../parts/tell.tsx';
import { useTexts } from '../../../parts/texts.tsx';
import type { Integration, IntegrationType } from '../integration-page.tsx';
import { invalidatePayloads } from '../invalidate.ts';
import { type PayloadSummary, usePayloads } from '../payloads-panel.tsx';
import { ReplayButton } from '../replay-button.tsx';
import { below } from './attribute-editor.tsx';
import { draftOf, mappingOf } from './draft.ts';
import { MappingDiff } from './mapping-diff.tsx';
import { MappingPane } from './mapping-pane.tsx';
import { PayloadPane, type Source } from './payload-pane.tsx';
import { ResultPane } from './result-pane.tsx';
import { texts } from './texts.ts';
import { Trials } from './trials.tsx';
import { type EvaluationInput, useEvaluation } from './use-evaluation.ts';

type Mapping = components['schemas']['AttributesMapping'];

export interface PlaygroundProps {
  integration: Integration;
  type: IntegrationType;
}

const path = '/inbound-integration/{integrationId}/mapping';

/** The mapping of an integration, tried on payloads before it is saved. */
export default function Playground({ integration, type }: PlaygroundProps) {
  const mapping = useQuery({
    queryKey: ['get', path, integration.id],
    // Whoever edits must not have the ground moved below them.
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
  const isReadOnly = useIsReadOnly(isProvisioned);
  const newest = payloads[0]?.id ?? null;
  const t = useTexts(texts);
  const tell = useTell();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isNarrow = useMediaQuery('(max-width: 74em)');
  const { payload } = useSearch({ from: '/integrations/$integrationId' });
  const saved = own ?? type.defaultMapping;
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const writing = useKept('mapping', () => ({ draft: draftOf(saved), seen: own }));
  // `seen`: as it was stored when the writing began.
  const { draft, seen } = writing.value;
  const { value: pasted, set: setPasted } = useKept<Pick<Source, 'kind' | 'contentType' | 'body'>>(
    'pasted payload',
    () => ({
      kind: (payload ?? newest) ? 'stored' : 'pasted',
      contentType: type.sample?.contentType ?? 'application/json',
      body: type.sample?.body ?? '{}',
    }),
  );
  // What arrives meanwhile does not take the place of what is looked at.
  const [first] = useState(newest);
  const source: Source = { ...pasted, payloadId: payload ?? first ?? newest };
  const mapping = useMemo(() => mappingOf(draft), [draft]);
  // Written in the same way, so that the order of members makes no difference.
  const isChanged = JSON.stringify(mapping) !== JSON.stringify(mappingOf(draftOf(saved)));
  const input = useInput(integration.id, mapping, source);
  const evaluation = useEvaluation(input);
  const creating = api.useMutation('post', path);
  const replacing = api.useMutation('put', path);
  const saving = seen ? replacing : creating;
  const removal = api.useMutation('delete', path);
  const errors = below(
    { ...fieldErrors(evaluation.error), ...fieldErrors(saving.error) },
    'attributesMapping',
  );
  const params = { path: { integrationId: integration.id } };

  useBlocker({
    // Another tab or payload of this page keeps what was written only where it is the same tab.
    shouldBlockFn: ({ current, next }) =>
      isChanged && !staysHere(current, next) && !window.confirm(t.leave),
    enableBeforeUnload: () => isChanged && !writing.isLeaving(),
  });

  const showPayload = (payloadId: string | null) =>
    void navigate({
      to: '/integrations/$integrationId',
      params: { integrationId: integration.id },
      search: { tab: 'mapping', payload: payloadId ?? undefined },
      replace: true,
      resetScroll: false,
    });

  async function save(before = seen) {
    const body = { attributesMapping: mapping };
    try {
      if (before)
        await replacing.mutateAsync({
          params: { ...params, header: asSeen({ attributesMapping: before }) },
          body,
        });
      else await creating.mutateAsync({ params, body });
    } catch (error) {
      // What the others made of it, for the comparison.
      if (isConflict(error)) await queries.refetchQueries({ queryKey: ['get', path] });
      throw error;
    }
    writing.set({ draft, seen: mapping });
    await queries.invalidateQueries({ queryKey: ['get', path] });
    tell.done();
  }

  const start = (next: Mapping) => {
    saving.reset();
    writing.set({ draft: draftOf(next), seen: own });
  };
  const merged = mergeChanges(seen, mapping, own ?? seen);
  const conflict =
    isConflict(saving.error) && own
      ? {
          ...merged,
          stored: own,
          error: saving.error,
          merge: () => start(merged.value ?? mapping),
          overwrite: () => save(own).catch(() => undefined),
        }
      : null;

  const panes = {
    payload: (
      <PayloadPane
        integrationId={integration.id}
        payloads={payloads}
        source={source}
        onChange={(changed) => {
          setPasted(changed);
          if (changed.payloadId !== source.payloadId) showPayload(changed.payloadId);
        }}
      />
    ),
    mapping: (
      <MappingPane
        draft={draft}
        errors={errors}
        open={open}
        setOpen={setOpen}
        onChange={(changed) => {
          saving.reset();
          writing.set({ draft: changed, seen });
        }}
      />
    ),
    result: (
      <ResultPane
        evaluation={evaluation.data}
        error={evaluation.error}
        isOld={evaluation.isPlaceholderData || evaluation.isFetching}
      />
    ),
  };
  const columns = ['payload', 'mapping', 'result'] as const;
  return (
    <Stack gap="lg">
      <ByCodeNotice isProvisioned={isProvisioned} />
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
            loading={saving.isPending}
            disabled={!isChanged || isReadOnly}
            onClick={() => void save().catch(() => undefined)}
          >
            {t.save}
          </Button>
          {isChanged && (
            <Button variant="default" onClick={() => start(saved)}>
              {t.discard}
            </Button>
          )}
          <AsCodeButton
            type="tocsin_integration_mapping"
            id={own ? integration.id : null}
            value={{
              id: integration.id,
              integrationId: integration.id,
              attributesMapping: mapping,
            }}
          />
          {own && !isReadOnly && (
            <Confirm
              label={t.toDefault}
              question={t.toDefaultQuestion}
              action={t.toDefault}
              mutation={removal}
              onConfirm={async () => {
                await removal.mutateAsync({
                  params: { ...params, header: asSeen({ attributesMapping: own }) },
                });
                writing.set({ draft: draftOf(type.defaultMapping), seen: null });
                await queries.invalidateQueries({ queryKey: ['get', path] });
              }}
            />
          )}
        </Group>
      </Group>
      {writing.isBack && isChanged && <BackNotice />}
      {saving.error && !conflict && <ProblemNotice error={saving.error} />}
      {conflict && <ConflictNotice conflict={conflict} discard={() => start(saved)} />}
      {!newest && (
        <Alert color="blue" variant="light">
          {t.noStored}
        </Alert>
      )}
      {isNarrow ? (
        <Tabs defaultValue="mapping">
          <Tabs.List grow>
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
      ) : (
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
      )}
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
      <Trials integrationId={integration.id} mapping={mapping} onShow={showPayload} />
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t.diff}
        </Title>
        <MappingDiff before={type.defaultMapping} after={mapping} />
      </Stack>
    </Stack>
  );
}

/** Asked when somebody has stopped typing, not with every key. */
function useInput(
  integrationId: string,
  attributesMapping: Mapping,
  { kind, payloadId, contentType, body }: Source,
): EvaluationInput | null {
  const wanted = useMemo(
    () => ({ attributesMapping, contentType, body, kind, payloadId }),
    [attributesMapping, contentType, body, kind, payloadId],
  );
  const [settled] = useDebouncedValue(wanted, 500);
  if (settled.kind === 'stored' && settled.payloadId === null) return null;
  const { attributesMapping: mapping } = settled;
  return settled.kind === 'stored'
    ? { integrationId, attributesMapping: mapping, payloadId: settled.payloadId }
    : {
        integrationId,
        attributesMapping: mapping,
        request: { contentType: settled.contentType, body: settled.body },
      };
}

interface Place {
  pathname: string;
  search: unknown;
}

function staysHere(current: Place, next: Place): boolean {
  const tabOf = ({ search }: Place) =>
    typeof search === 'object' && search !== null && 'tab' in search ? search.tab : undefined;
  return current.pathname === next.pathname && tabOf(current) === tabOf(next);
}
