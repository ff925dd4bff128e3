import { Alert, Button, Stack, Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { LoadedPage } from '../../parts/loaded.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { Page } from '../../parts/page.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { useSaid } from '../../parts/said/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Deliveries } from './deliveries.tsx';
import { SetUp } from './set-up.tsx';
import { TestPanel } from './test-panel.tsx';
import { texts } from './texts.ts';
import { settingsMemberOf, sharedMembers } from './tool-settings.ts';

type Input = components['schemas']['OutboundIntegrationInput'];
type Outbound = components['schemas']['OutboundIntegration'];

export default function OutboundIntegrationPage() {
  const { outboundId } = useParams({ from: '/outbound/$outboundId' });
  const outbound = api.useQuery('get', '/outbound-integration/{id}', {
    params: { path: { id: outboundId } },
  });
  return <LoadedPage query={outbound}>{(data) => <Shown outbound={data} />}</LoadedPage>;
}

function Shown({ outbound }: { outbound: Outbound }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const mayAdminister = useMayAdminister(outbound.teamId);
  const isCodeOnly = useIsReadOnly(outbound.isProvisioned);
  const mayChange = mayAdminister && !isCodeOnly;
  const save = useSave(outbound.id);
  return (
    <Page
      title={outbound.displayName}
      above={[{ title: t.title, to: '/outbound' }]}
      mark={<ByCodeBadge isProvisioned={outbound.isProvisioned} />}
      actions={<AsCodeButton type="tocsin_outbound_integration" id={outbound.id} />}
    >
      <ByCodeNotice isProvisioned={outbound.isProvisioned} />
      {outbound.isPaused && <Paused outbound={outbound} mayChange={mayChange} save={save} />}
      <Tabs defaultValue="deliveries" keepMounted={false}>
        <Tabs.List aria-label={shared.parts}>
          <Tabs.Tab value="deliveries">{t.deliveries}</Tabs.Tab>
          <Tabs.Tab value="settings">{t.settings}</Tabs.Tab>
          {mayAdminister && <Tabs.Tab value="test">{t.testTab}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="deliveries" pt="md">
          <Deliveries outboundId={outbound.id} mayResend={mayChange} />
        </Tabs.Panel>
        {mayAdminister && (
          <Tabs.Panel value="test" pt="md">
            <TestPanel outboundId={outbound.id} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="settings" pt="md" maw={760}>
          <Settings outbound={outbound} mayChange={mayChange} save={save} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

type Save = (body: Input, seen: object) => Promise<void>;

function useSave(id: string): Save {
  const queries = useQueryClient();
  return async (body, seen) => {
    const { error } = await publicApi.PUT('/outbound-integration/{id}', {
      params: { path: { id }, header: asSeen(seen) },
      body,
    });
    if (error) throw error;
    await queries.invalidateQueries({ queryKey: ['get', '/outbound-integration/{id}'] });
    await queries.invalidateQueries({ queryKey: ['get', '/outbound-integration/search/list'] });
  };
}

interface PartProps {
  outbound: Outbound;
  mayChange: boolean;
  save: Save;
}

function Paused({ outbound, mayChange, save }: PartProps) {
  const t = useTexts(texts);
  const tell = useTell();
  const said = useSaid();
  return (
    <Alert color="orange" variant="light" title={t.paused}>
      <Stack gap="xs" align="flex-start">
        {outbound.pausedReason === null
          ? t.pausedByHand
          : t.pausedBy(said(outbound.pausedReason, outbound.pausedReasonSentence))}
        {mayChange && (
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              save({ ...outbound, isPaused: false }, outbound).then(() => tell.done(), tell.refused)
            }
          >
            {t.resume}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Settings({ outbound, mayChange, save }: PartProps) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const removal = api.useMutation('delete', '/outbound-integration/{id}');
  const settings = settingsMemberOf(outbound.type);
  const members = ['displayName', ...(settings === undefined ? [] : [settings]), ...behaviour];

  return (
    <Stack gap="xl">
      <ObjectForm
        schema="OutboundIntegrationInput"
        stored={outbound}
        members={members}
        fixed={settings === undefined ? [] : [settings]}
        isReadOnly={!mayChange}
        save={(body, seen) => save(body as Input, seen)}
        beside={(body) => (
          <AsCodeButton
            type="tocsin_outbound_integration"
            id={outbound.id}
            value={{ ...outbound, ...body }}
          />
        )}
      />
      {mayChange && <SetUp outbound={outbound} />}
      {mayChange && (
        <RemoveButton
          t={t}
          mutation={removal}
          onConfirm={async () => {
            await removal.mutateAsync({
              params: { path: { id: outbound.id }, header: asSeen(outbound) },
            });
            await queries.invalidateQueries({
              queryKey: ['get', '/outbound-integration/search/list'],
            });
            await navigate({ to: '/outbound' });
          }}
        />
      )}
    </Stack>
  );
}

/** The tool cannot change, and neither can its team: they are what the records are about. */
const behaviour = sharedMembers().filter(
  (name) => !['displayName', 'teamId', 'type'].includes(name),
);
