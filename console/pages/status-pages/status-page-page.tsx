import { Button, Stack, Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { CountedTab } from '../../parts/counted-tab.tsx';
import { Icon } from '../../parts/icon.tsx';
import { LoadedPage } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { TellPublicButton } from '../../parts/public-update/tell-public-button.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { useCounts } from '../../parts/use-counts.ts';
import { PageForm } from './page-form.tsx';
import { addressOf, type StatusPage } from './page-traits.ts';
import { Preview } from './preview.tsx';
import { Subscribers } from './subscribers.tsx';
import { texts } from './texts.ts';

export default function StatusPagePage() {
  const { statusPageId } = useParams({ from: '/status-pages/$statusPageId' });
  const page = api.useQuery('get', '/status-page/{id}', {
    params: { path: { id: statusPageId } },
  });
  return <LoadedPage query={page}>{(data) => <Shown page={data} />}</LoadedPage>;
}

function Shown({ page }: { page: StatusPage }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const { id, isProvisioned } = page;
  const isReadOnly = useIsReadOnly(isProvisioned);
  const mayAdminister = useMayAdminister();
  const mayChange = mayAdminister && !isReadOnly;
  const [tab, setTab] = useState('now');
  const hasSms = page.enableSMSSubscription === true;
  const { subscribers } = useCounts('status-page', id);
  return (
    <Page
      title={page.displayName}
      mark={<ByCodeBadge isProvisioned={isProvisioned} />}
      above={[{ title: t.title, to: '/status-pages' }]}
      actions={mayAdminister && <TellPublicButton page={[id]} />}
      further={
        <>
          {!page.disablePublicPage && (
            <Button
              component="a"
              href={addressOf(page)}
              target="_blank"
              rel="noopener"
              variant="default"
              leftSection={<Icon name="globe" />}
            >
              {t.open}
            </Button>
          )}
          <AsCodeButton type="tocsin_status_page" id={id} />
        </>
      }
    >
      <ByCodeNotice isProvisioned={isProvisioned} />
      <Tabs value={tab} onChange={(chosen) => setTab(chosen ?? 'now')} keepMounted={false}>
        <Tabs.List aria-label={shared.parts}>
          <Tabs.Tab value="now">{t.now}</Tabs.Tab>
          <Tabs.Tab value="settings">{t.settings}</Tabs.Tab>
          <CountedTab value="subscribers" count={subscribers}>
            {t.subscribers}
          </CountedTab>
        </Tabs.List>
        <Tabs.Panel value="now" pt="md">
          <Preview
            statusPageId={id}
            address={page.disablePublicPage ? null : addressOf(page)}
            toSettings={mayChange ? () => setTab('settings') : undefined}
          />
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt="md" maw={820}>
          <Stack gap="xl">
            <PageForm
              stored={page}
              hasPassword={page.isPasswordProtectionPasswordConfigured}
              isReadOnly={!mayChange}
              beside={(body) => <AsCodeButton type="tocsin_status_page" id={id} value={body} />}
              save={async (body, seen) => {
                const { error } = await publicApi.PUT('/status-page/{id}', {
                  params: { path: { id }, header: asSeen(seen) },
                  body,
                });
                if (error) throw error;
                await queries.invalidateQueries({ queryKey: ['get', '/status-page/{id}'] });
                await queries.invalidateQueries({ queryKey: ['get', '/status-page/status/{id}'] });
                await queries.invalidateQueries({ queryKey: ['get', '/status-page/search/list'] });
              }}
            />
            {mayChange && <Removal page={page} />}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="subscribers" pt="md">
          <Subscribers statusPageId={id} mayChange={mayAdminister} hasSms={hasSms} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Removal({ page }: { page: StatusPage }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const removal = api.useMutation('delete', '/status-page/{id}');
  return (
    <RemoveButton
      t={t}
      mutation={removal}
      onConfirm={async () => {
        await removal.mutateAsync({
          params: { path: { id: page.id }, header: asSeen(page) },
        });
        await queries.invalidateQueries({ queryKey: ['get', '/status-page/search/list'] });
        await navigate({ to: '/status-pages' });
      }}
    />
  );
}
