import { Stack, Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { CountedTab } from '../../parts/counted-tab.tsx';
import { LoadedPage } from '../../parts/loaded.tsx';
import { ObjectForm, requestOf } from '../../parts/object-form.tsx';
import { Page } from '../../parts/page.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { TryButton } from '../../parts/replays/try-button.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { ExecutionLog } from './execution-log.tsx';
import { Rules } from './rules.tsx';
import { texts } from './texts.ts';

type Routing = components['schemas']['Routing'];
type RoutingUpdate = components['schemas']['RoutingUpdate'];

export default function RoutingRulesPage() {
  const { routingId } = useParams({ from: '/routing/$routingId' });
  const routing = api.useQuery('get', '/routing/{id}', { params: { path: { id: routingId } } });
  return <LoadedPage query={routing}>{(data) => <Shown routing={data} />}</LoadedPage>;
}

function Shown({ routing }: { routing: Routing }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayAdminister = useMayAdminister(routing.teamId);
  const isCodeOnly = useIsReadOnly(routing.isProvisioned);
  const mayChange = mayAdminister && !isCodeOnly;
  const removal = api.useMutation('delete', '/routing/{id}');

  async function save(body: RoutingUpdate, seen: object) {
    const { error } = await publicApi.PUT('/routing/{id}', {
      params: { path: { id: routing.id }, header: asSeen(seen) },
      body,
    });
    if (error) throw error;
    await queries.invalidateQueries({ queryKey: ['get', '/routing/{id}'] });
    await queries.invalidateQueries({ queryKey: ['get', '/routing/search/list'] });
  }

  return (
    <Page
      title={routing.displayName}
      above={[{ title: t.title, to: '/routing' }]}
      mark={<ByCodeBadge isProvisioned={routing.isProvisioned} />}
      actions={<AsCodeButton type="tocsin_routing" id={routing.id} />}
    >
      <ByCodeNotice isProvisioned={routing.isProvisioned} />
      <Tabs defaultValue="rules" keepMounted={false}>
        <Tabs.List aria-label={shared.parts}>
          <CountedTab value="rules" count={routing.rules?.length}>
            {t.rules}
          </CountedTab>
          <Tabs.Tab value="log">{t.log}</Tabs.Tab>
          <Tabs.Tab value="settings">{t.settings}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rules" pt="md">
          <Rules
            stored={routing.rules ?? []}
            mayChange={mayChange}
            save={(rules, seen) => save({ ...routing, rules }, { ...routing, rules: seen })}
            beside={(rules) => (
              <>
                <AsCodeButton type="tocsin_routing" id={routing.id} value={{ ...routing, rules }} />
                <TryButton
                  entityType="Routing"
                  id={routing.id}
                  body={requestOf('RoutingUpdate', { ...routing, rules })}
                />
              </>
            )}
          />
        </Tabs.Panel>
        <Tabs.Panel value="log" pt="md">
          <ExecutionLog routingId={routing.id} />
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt="md" maw={760}>
          <Stack gap="xl">
            <ObjectForm
              schema="RoutingUpdate"
              stored={routing}
              members={['displayName', 'teamConnectionSettings']}
              isReadOnly={!mayChange}
              save={(body, seen) => save(body as RoutingUpdate, seen)}
            />
            {mayChange && (
              <RemoveButton
                t={t}
                mutation={removal}
                onConfirm={async () => {
                  await removal.mutateAsync({
                    params: { path: { id: routing.id }, header: asSeen(routing) },
                  });
                  await queries.invalidateQueries({ queryKey: ['get', '/routing/search/list'] });
                  await navigate({ to: '/routing' });
                }}
              />
            )}
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
