import { Alert, Badge, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Code } from '../../parts/code.tsx';
import { LoadedPage } from '../../parts/loaded.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { Said } from '../../parts/said/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Connection = components['schemas']['OidcConnection'];

export default function ConnectionPage() {
  const { connectionId } = useParams({ from: '/settings/sign-in/$connectionId' });
  const connection = api.useQuery('get', '/oidc-connection/{id}', {
    params: { path: { id: connectionId } },
  });
  return <LoadedPage query={connection}>{(data) => <Shown connection={data} />}</LoadedPage>;
}

function Shown({ connection }: { connection: Connection }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly(connection.isProvisioned);
  const removing = api.useMutation('delete', '/oidc-connection/{id}');
  const { id } = connection;
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['get', '/oidc-connection/{id}'] });
    await queries.invalidateQueries({ queryKey: ['get', '/oidc-connection/search/list'] });
  };
  return (
    <Page
      title={connection.displayName}
      above={[{ title: t.signIn, to: '/settings/sign-in' }]}
      mark={<ByCodeBadge isProvisioned={connection.isProvisioned} />}
      actions={<AsCodeButton type="tocsin_oidc_connection" id={id} />}
    >
      <Stack gap="xl" maw={760}>
        <ByCodeNotice isProvisioned={connection.isProvisioned} />
        <Stack gap="xs">
          <Title order={2} size="h4">
            {t.register}
          </Title>
          <Labelled label={t.callback} text={connection.callbackUrl} />
          <Labelled label={t.signInLink} text={connection.signInUrl} />
          <Labelled label={t.backChannel} text={connection.backChannelLogoutUrl} />
        </Stack>
        <Domains connection={connection} refresh={refresh} />
        <Trial id={id} />
        <ObjectForm
          schema="OidcConnectionInput"
          stored={connection}
          isReadOnly={isReadOnly}
          beside={(body) => <AsCodeButton type="tocsin_oidc_connection" id={id} value={body} />}
          save={async (body, seen) => {
            const { error } = await publicApi.PUT('/oidc-connection/{id}', {
              params: { path: { id }, header: asSeen(seen) },
              body: body as components['schemas']['OidcConnectionInput'],
            });
            if (error) throw error;
            await refresh();
          }}
        />
        {!isReadOnly && (
          <RemoveButton
            t={{ remove: shared.remove, removeQuestion: t.removeConnection }}
            mutation={removing}
            onConfirm={async () => {
              await removing.mutateAsync({
                params: { path: { id }, header: asSeen(connection) },
              });
              await queries.invalidateQueries({
                queryKey: ['get', '/oidc-connection/search/list'],
              });
              await navigate({ to: '/settings/sign-in' });
            }}
          />
        )}
      </Stack>
    </Page>
  );
}

function Labelled({ label, text }: { label: string; text: string }) {
  return (
    <Stack gap={2}>
      <Text size="sm">{label}</Text>
      <Code text={text} label={label} />
    </Stack>
  );
}

/** The records that the name service must have, and whether it has them. */
function Domains({
  connection,
  refresh,
}: {
  connection: Connection;
  refresh: () => Promise<void>;
}) {
  const t = useTexts(texts);
  const verifying = api.useMutation('post', '/oidc-connection/{id}/domains/verify');
  if (connection.domainProofs.length === 0) return null;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t.domains}
      </Title>
      {connection.domainProofs.map(
        ({ domain, state, recordName, recordValue, message, messageSentence }) => (
          <Stack key={domain} gap="xs">
            <Group gap="xs">
              <Text fw={600}>{domain}</Text>
              <Badge variant="default">{t.proofs[state]}</Badge>
            </Group>
            {message !== null && (
              <Text size="sm">
                <Said text={message} sentence={messageSentence} />
              </Text>
            )}
            {state !== 'Proven' && (
              <Code label={`${t.record} ${domain}`} text={`${recordName} TXT "${recordValue}"`} />
            )}
          </Stack>
        ),
      )}
      <Group>
        <Button
          variant="default"
          loading={verifying.isPending}
          onClick={() =>
            verifying
              .mutateAsync({ params: { path: { id: connection.id } } })
              .then(refresh, () => undefined)
          }
        >
          {t.verify}
        </Button>
      </Group>
      {Boolean(verifying.error) && <ProblemNotice error={verifying.error} />}
    </Stack>
  );
}

/** Asks the identity provider, step by step. */
function Trial({ id }: { id: string }) {
  const t = useTexts(texts);
  const trying = api.useMutation('post', '/oidc-connection/{id}/test');
  return (
    <Stack gap="sm">
      <Group>
        <Button
          variant="default"
          loading={trying.isPending}
          onClick={() => trying.mutate({ params: { path: { id } } })}
        >
          {t.try}
        </Button>
      </Group>
      {Boolean(trying.error) && <ProblemNotice error={trying.error} />}
      {trying.data && (
        <Alert
          role="status"
          color={trying.data.isWorking ? 'blue' : 'red'}
          title={trying.data.isWorking ? t.works : t.worksNot}
        >
          <List size="sm">
            {trying.data.steps.map(({ name, outcome, message, messageSentence }) => (
              <List.Item key={name}>
                <b>{name}</b> · {t.outcomes[outcome]}:{' '}
                <Said text={message} sentence={messageSentence} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
