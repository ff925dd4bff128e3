import { Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeNotice } from '../../as-code/by-code.tsx';
import { CallFlow } from '../../parts/call-flow/index.ts';
import { useKept } from '../../parts/draft/index.ts';
import { useNames } from '../../parts/names.ts';
import { ObjectForm } from '../../parts/object-form.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { TryButton } from '../../parts/replays/try-button.tsx';
import { useTexts } from '../../parts/texts.tsx';
import type { Integration, IntegrationType } from './integration-page.tsx';
import { membersOf } from './settings-members.ts';
import { texts } from './texts.ts';
import { TypeSettings } from './type-settings.tsx';

type Update = components['schemas']['InboundIntegrationUpdate'];

export interface SettingsPanelProps {
  integration: Integration;
  type: IntegrationType;
  mayChange: boolean;
  /** Only code may change it. */
  isReadOnly: boolean;
}

export function SettingsPanel(props: SettingsPanelProps) {
  const { integration, type, mayChange, isReadOnly } = props;
  const isFixed = !mayChange || isReadOnly;
  const t = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const removal = api.useMutation('delete', '/inbound-integration/{id}');
  const params = { path: { id: integration.id } };
  const refreshLists = () =>
    queries.invalidateQueries({ queryKey: ['get', '/inbound-integration/search/list'] });
  return (
    <Stack gap="xl">
      <ByCodeNotice isProvisioned={integration.isProvisioned} />
      <ObjectForm
        schema="InboundIntegrationUpdate"
        stored={integration}
        members={membersOf(type)}
        isReadOnly={isFixed}
        beside={(body) => (
          <>
            <AsCodeButton
              type="tocsin_integration"
              id={integration.id}
              value={{ ...integration, ...body }}
            />
            <TryButton entityType="InboundIntegration" id={integration.id} body={body} />
          </>
        )}
        save={async (body, seen) => {
          const { error } = await publicApi.PUT('/inbound-integration/{id}', {
            params: { ...params, header: asSeen(seen) },
            // As checked by the server: the form is made from the same document.
            body: body as Update,
          });
          if (error) throw error;
          await queries.invalidateQueries({ queryKey: ['get', '/inbound-integration/{id}'] });
          await queries.invalidateQueries({
            queryKey: ['get', '/inbound-integration/health/search/list'],
          });
          await refreshLists();
        }}
      >
        {(draft, change, errors) => (
          <>
            <TypeSettings
              type={type}
              schema="InboundIntegrationUpdate"
              members={['displayName']}
              draft={draft}
              change={change}
              errors={errors}
              isDisabled={isFixed}
            />
            {type.source === 'phone' && <DraftedFlow draft={draft} teamId={integration.teamId} />}
          </>
        )}
      </ObjectForm>
      {mayChange && (
        <>
          <Duplicate integration={integration} onDone={refreshLists} />
          {!isReadOnly && (
            <RemoveButton
              t={t}
              mutation={removal}
              onConfirm={async () => {
                await removal.mutateAsync({
                  params: { ...params, header: asSeen(integration) },
                });
                await refreshLists();
                await navigate({ to: '/integrations' });
              }}
            />
          )}
        </>
      )}
    </Stack>
  );
}

/** The path of a caller by the settings as they are being edited. */
function DraftedFlow({ draft, teamId }: { draft: Record<string, unknown>; teamId: string }) {
  // As checked by the server: the form is made from the same document.
  const settings = draft.integrationSettings as Update['integrationSettings'];
  const number = settings?.twilio ?? settings?.telnyx;
  return (
    <CallFlow
      phoneNumber={number?.accessSettings?.phoneNumber ?? null}
      teamId={teamId}
      flow={number?.callFlowConfig}
    />
  );
}

function Duplicate(props: { integration: Integration; onDone: () => Promise<unknown> }) {
  const { integration, onDone } = props;
  const t = useTexts(texts);
  const navigate = useNavigate();
  const teams = useNames('Team');
  const form = useKept<{ displayName: string; teamId: string | null }>('duplicate', {
    displayName: t.copyName(integration.displayName),
    teamId: integration.teamId,
  });
  const { displayName, teamId } = form.value;
  const copying = api.useMutation('post', '/inbound-integration/{id}/duplicate', {
    onSuccess: async ({ id }) => {
      form.settle();
      await onDone();
      await navigate({ to: '/integrations/$integrationId', params: { integrationId: id } });
    },
  });
  return (
    <Fieldset legend={t.duplicate}>
      <Stack gap="sm">
        <Text size="sm">{t.duplicateHelp}</Text>
        <TextInput
          label={t.duplicateName}
          value={displayName}
          onChange={(event) => form.set({ displayName: event.currentTarget.value, teamId })}
        />
        <Select
          label={t.duplicateTeam}
          searchable
          data={[...(teams.data ?? [])].map(([value, label]) => ({ value, label }))}
          value={teamId}
          onChange={(chosen) => form.set({ displayName, teamId: chosen })}
        />
        {copying.error && <ProblemNotice error={copying.error} />}
        <Group>
          <Button
            variant="default"
            loading={copying.isPending}
            onClick={() =>
              copying.mutate({
                params: { path: { id: integration.id } },
                body: { displayName, teamId },
              })
            }
          >
            {t.duplicate}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
