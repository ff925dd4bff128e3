import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { type TypeSummary, useTypes } from '../../parts/integration-types.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { Page } from '../../parts/page.tsx';
import { Said } from '../../parts/said/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { searchTools } from '../../parts/tool-search.ts';
import { Mark } from './mark.tsx';
import { newSettings, settingsMemberOf } from './settings-members.ts';
import { texts } from './texts.ts';
import { TypeSettings } from './type-settings.tsx';
import { Untested } from './untested.tsx';

export default function NewIntegrationPage() {
  const t = useTexts(texts);
  const { type } = useSearch({ from: '/integrations/new' });
  const types = useTypes();
  return (
    <Page title={t.create} above={[{ title: t.title, to: '/integrations' }]}>
      <Loaded query={types}>
        {({ items, byId }) => {
          const chosen = type === undefined ? undefined : byId.get(type.toLowerCase());
          if (!chosen) return <Catalogue types={items} />;
          return chosen.refusal === null ? (
            <Details type={chosen} />
          ) : (
            <Empty title={t.notSupported}>
              <Said text={chosen.refusal} sentence={chosen.refusalSentence} />
            </Empty>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Catalogue({ types }: { types: readonly TypeSummary[] }) {
  const t = useTexts(texts);
  const { find = '' } = useSearch({ from: '/integrations/new' });
  const navigate = useNavigate();
  const found = searchTools(types, find);
  const categories = Object.entries(t.categories).flatMap(([category, title]) => {
    const of = found.filter((type) => type.category === category);
    return of.length > 0 ? [{ title, of }] : [];
  });
  return (
    <Stack gap="lg">
      <TextInput
        label={t.find}
        description={t.findHelp(types.length)}
        maw={480}
        size="md"
        data-autofocus
        leftSection={<Icon name="search" />}
        value={find}
        onChange={(event) =>
          void navigate({
            to: '/integrations/new',
            search: { find: event.currentTarget.value || undefined },
            replace: true,
          })
        }
      />
      {found.length === 0 && <Empty title={t.noTool}>{t.noToolHelp}</Empty>}
      {find === '' ? (
        categories.map(({ title, of }) => (
          <Stack key={title} gap="sm">
            <Title order={2} size="h4">
              {title}
            </Title>
            <TypeCards types={of} />
          </Stack>
        ))
      ) : (
        <TypeCards types={found} />
      )}
    </Stack>
  );
}

function TypeCards({ types }: { types: readonly TypeSummary[] }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      {types.map(({ id, displayName, source, untested, refusal }) => (
        <Card
          key={id}
          component="button"
          type="button"
          withBorder
          padding="sm"
          className="integration-type"
          onClick={() => void navigate({ to: '/integrations/new', search: { type: id } })}
        >
          <Text fw={600} size="sm" className="breaks-anywhere">
            {displayName}
          </Text>
          {source !== 'webhook' && (
            <Text size="xs" c="dimmed">
              {t.sources[source]}
            </Text>
          )}
          <TypeMark untested={untested} refusal={refusal} />
        </Card>
      ))}
    </SimpleGrid>
  );
}

function TypeMark({ untested, refusal }: Pick<TypeSummary, 'untested' | 'refusal'>) {
  const t = useTexts(texts);
  if (refusal !== null) return <Mark tone="bad">{t.notSupported}</Mark>;
  return untested === null ? null : <Mark tone="warning">{t.untested}</Mark>;
}

type Input = components['schemas']['InboundIntegrationInput'];

function Details({ type }: { type: TypeSummary }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const { teams } = useMe();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const hasSettings = settingsMemberOf(type) !== null;
  const mine = teams.filter(({ role }) => role === 'Administrator');
  return (
    <Stack gap="lg" maw={760}>
      <Group>
        <Text>
          {t.chosen}: <b>{type.displayName}</b>
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void navigate({ to: '/integrations/new', search: {} })}
        >
          {t.chooseOther}
        </Button>
      </Group>
      <Untested type={type} />
      <ObjectForm
        schema="InboundIntegrationInput"
        stored={{
          displayName: type.displayName,
          type: type.id,
          ...(mine.length === 1 ? { teamId: mine[0]?.id } : {}),
          ...(hasSettings ? { integrationSettings: newSettings(type) } : {}),
        }}
        members={[]}
        saveLabel={shared.create}
        beside={(body) => <AsCodeButton type="tocsin_integration" id={null} value={body} />}
        save={async (body) => {
          const { data, error } = await publicApi.POST('/inbound-integration', {
            // As checked by the server: the form is made from the same document.
            body: body as Input,
          });
          if (error) throw error;
          await queries.invalidateQueries({
            queryKey: ['get', '/inbound-integration/search/list'],
          });
          await navigate({
            to: '/integrations/$integrationId',
            params: { integrationId: data.id },
            search: { tab: 'setup' },
          });
        }}
      >
        {(draft, change, errors) => (
          <TypeSettings
            type={type}
            schema="InboundIntegrationInput"
            members={['displayName', 'teamId']}
            draft={draft}
            change={change}
            errors={errors}
          />
        )}
      </ObjectForm>
    </Stack>
  );
}
