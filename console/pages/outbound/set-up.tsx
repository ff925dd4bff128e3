import { Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { Code } from '../../parts/code.tsx';
import { Icon } from '../../parts/icon.tsx';
import { loadPart } from '../../parts/later/index.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { setUpOf, setUpTexts } from './set-up-texts.ts';

type Outbound = components['schemas']['OutboundIntegration'];

/** Instructions for the chat, so that its buttons work: addresses on this server, with the id of the integration. */
export function SetUp({ outbound }: { outbound: Outbound }) {
  const t = useTexts(setUpTexts);
  const setUp = setUpOf(outbound);
  if (!setUp) return null;
  const appId = outbound.microsoftTeamsSettings?.appId;
  return (
    <Stack gap="sm" component="section" aria-label={t.title}>
      <Stack gap={4}>
        <Title order={2} size="h4">
          {t.title}
        </Title>
        <Text size="sm" c="dimmed">
          {t.help}
        </Text>
      </Stack>
      {setUp.addresses.map(({ label, path }) => (
        <Stack gap={0} key={path}>
          <Text size="sm" fw={600}>
            {t[label]}
          </Text>
          <Code text={`${location.origin}${path}`} label={t[label]} />
        </Stack>
      ))}
      {setUp.steps && (
        <List type="ordered" spacing="xs" size="sm" withPadding>
          {t[setUp.steps].map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      )}
      {appId && <TeamsApp appId={appId} />}
    </Stack>
  );
}

function TeamsApp({ appId }: { appId: string }) {
  const t = useTexts(setUpTexts);
  const tell = useTell();
  const saving = useMutation({
    mutationFn: async () => (await loadPart(() => import('./teams-app.ts'))).saveTeamsApp(appId),
    onError: tell.refused,
  });
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<Icon name="download" size={16} />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t.teamsApp}
      </Button>
    </Group>
  );
}
