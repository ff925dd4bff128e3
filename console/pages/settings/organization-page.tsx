import { Badge, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { CodeFolder } from '../../as-code/code-folder.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Together } from '../../parts/together.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { texts } from './texts.ts';

type Schemas = components['schemas'];

export default function OrganizationPage() {
  const t = useTexts(texts);
  const { organization, organizationRole } = useMe();
  const isOwner = organizationRole === 'Owner';
  return (
    <SettingsFrame title={t.organization} lead={isOwner ? undefined : t.onlyOwners}>
      <Together>
        <Stack gap="xl" maw={760}>
          <Name id={organization.id} isOwner={isOwner} />
          <Settings id={organization.id} isOwner={isOwner} />
          <Stack gap="sm">
            <Title order={2} size="h4">
              {t.code}
            </Title>
            <Text size="sm">{t.codeHelp}</Text>
            <Group>
              <CodeFolder name={organization.displayName} />
              <CodeFolder name={organization.displayName} language="cdk" />
            </Group>
          </Stack>
          <Limits />
        </Stack>
      </Together>
    </SettingsFrame>
  );
}

function Name({ id, isOwner }: { id: string; isOwner: boolean }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const organization = api.useQuery('get', '/organizations/{id}', { params: { path: { id } } });
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t.general}
      </Title>
      <Loaded query={organization} lines={2}>
        {(data) => (
          <ObjectForm
            schema="OrganizationInput"
            stored={data}
            members={['displayName']}
            isReadOnly={!isOwner}
            save={async (body, seen) => {
              const { error } = await publicApi.PUT('/organizations/{id}', {
                params: { path: { id }, header: asSeen(seen) },
                body: body as Schemas['OrganizationInput'],
              });
              if (error) throw error;
              await queries.invalidateQueries({ queryKey: ['get', '/organizations/{id}'] });
              await queries.invalidateQueries({ queryKey: ['get', '/me'] });
            }}
          />
        )}
      </Loaded>
    </Stack>
  );
}

function Settings({ id, isOwner }: { id: string; isOwner: boolean }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const settings = api.useQuery('get', '/organizations/{id}/settings', {
    params: { path: { id } },
  });
  return (
    <Loaded query={settings} lines={4}>
      {(data) => (
        <>
          <Stack gap="xs">
            <Title order={2} size="h4">
              {t.plan}
            </Title>
            <Group gap="sm">
              <Badge variant="light">{data.plan}</Badge>
              <Text size="sm">{t.billable(data.billableUsers)}</Text>
            </Group>
            <Text size="sm" c="dimmed">
              {t.planHelp}
            </Text>
          </Stack>
          <Stack gap="sm">
            <Title order={2} size="h4">
              {t.retention}
            </Title>
            <ObjectForm
              schema="OrganizationSettingsInput"
              stored={data}
              isReadOnly={!isOwner}
              beside={(body) => (
                <AsCodeButton
                  type="tocsin_organization_settings"
                  id={id}
                  value={{ ...data, ...body }}
                />
              )}
              save={async (body, seen) => {
                const { error } = await publicApi.PUT('/organizations/{id}/settings', {
                  params: { path: { id }, header: asSeen(seen) },
                  body: body as Schemas['OrganizationSettingsInput'],
                });
                if (error) throw error;
                await queries.invalidateQueries({
                  queryKey: ['get', '/organizations/{id}/settings'],
                });
                // Whether code alone changes what is its own decides about every other page.
                await queries.invalidateQueries({ queryKey: ['get', '/me'] });
              }}
            />
          </Stack>
        </>
      )}
    </Loaded>
  );
}

/** As the server announces them with its answers: an operator may have changed them. */
function Limits() {
  const t = useTexts(texts);
  const limits = useQuery({
    queryKey: ['limits'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { response } = await publicApi.GET('/auth/me');
      const policy = response.headers.get('ratelimit-policy') ?? '';
      return [...policy.matchAll(/(?:q=)?(\d+);w=(\d+)/g)].map(([, requests, seconds]) => ({
        requests: Number(requests),
        seconds: Number(seconds),
      }));
    },
  });
  if (!limits.data || limits.data.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t.limits}
      </Title>
      <Text size="sm">{t.limitsHelp}</Text>
      <List size="sm">
        {limits.data.map(({ requests, seconds }) => (
          <List.Item key={seconds}>
            {t.perAddress}: {t.limit(requests, seconds)}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
