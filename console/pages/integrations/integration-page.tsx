import { Alert, Tabs } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Later, later } from '../../parts/later/index.ts';
import { Loaded, LoadedPage } from '../../parts/loaded.tsx';
import { useNames } from '../../parts/names.ts';
import { Page } from '../../parts/page.tsx';
import { Said, useSaid } from '../../parts/said/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { HealthOfOne, useHealth } from './health-of-one.tsx';
import { PayloadsPanel } from './payloads-panel.tsx';
import type { Tab } from './search.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { SetupPanel } from './setup-panel.tsx';
import { texts } from './texts.ts';
import { Untested } from './untested.tsx';
import { useFirstTab } from './use-first-tab.ts';
import { WindowsPanel } from './windows-panel.tsx';

const Playground = later(() => import('./playground/playground.tsx'));

export type Integration = components['schemas']['InboundIntegration'];
export type IntegrationType = components['schemas']['InboundIntegrationType'];

export default function IntegrationPage() {
  const { integrationId } = useParams({ from: '/integrations/$integrationId' });
  const integration = api.useQuery('get', '/inbound-integration/{id}', {
    params: { path: { id: integrationId } },
  });
  return <LoadedPage query={integration}>{(data) => <WithType integration={data} />}</LoadedPage>;
}

function WithType({ integration }: { integration: Integration }) {
  const type = api.useQuery('get', '/inbound-integration/types/{id}', {
    params: { path: { id: integration.type }, query: { integrationId: integration.id } },
  });
  return (
    <Loaded query={type}>
      {(data) => <Shown key={integration.id} integration={integration} type={data} />}
    </Loaded>
  );
}

function Shown({ integration, type }: { integration: Integration; type: IntegrationType }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const search = useSearch({ from: '/integrations/$integrationId' });
  const navigate = useNavigate();
  const said = useSaid();
  const own = useMe().teams.find(({ id }) => id === integration.teamId)?.displayName;
  const teams = useNames(own === undefined ? 'Team' : null);
  const team = own ?? teams.data?.get(integration.teamId);
  const mayChange = useMayAdminister(integration.teamId);
  const isReadOnly = useIsReadOnly(integration.isProvisioned);
  const health = useHealth(integration);
  const firstTab = useFirstTab(health, mayChange);
  const tab = search.tab ?? firstTab;
  const shown = tabsOf(type);
  const forAdministrators = <Empty title={t.onlyAdministrators}>{t.onlyAdministratorsHelp}</Empty>;
  return (
    <Page
      title={integration.displayName}
      above={[{ title: t.title, to: '/integrations' }]}
      lead={[said(type.displayName, type.displayNameSentence), team].filter(Boolean).join(' · ')}
      mark={<ByCodeBadge isProvisioned={integration.isProvisioned} />}
      actions={<AsCodeButton type="tocsin_integration" id={integration.id} />}
    >
      {integration.warning && (
        <Alert color="orange" variant="light">
          <Said text={integration.warning} sentence={integration.warningSentence} />
        </Alert>
      )}
      <Untested type={type} />
      <HealthOfOne health={health.data} integration={integration} />
      <Tabs
        value={tab}
        aria-busy={tab === null ? true : undefined}
        keepMounted={false}
        onChange={(chosen) =>
          void navigate({
            to: '/integrations/$integrationId',
            params: { integrationId: integration.id },
            search: { tab: chosen as Tab },
          })
        }
      >
        <Tabs.List aria-label={shared.parts}>
          {shown.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="setup" pt="md">
          <SetupPanel integration={integration} type={type} mayChange={mayChange} />
        </Tabs.Panel>
        <Tabs.Panel value="payloads" pt="md">
          {mayChange ? <PayloadsPanel integrationId={integration.id} /> : forAdministrators}
        </Tabs.Panel>
        <Tabs.Panel value="mapping" pt="md">
          {mayChange ? (
            <Later fallback={null}>
              <Playground integration={integration} type={type} />
            </Later>
          ) : (
            forAdministrators
          )}
        </Tabs.Panel>
        <Tabs.Panel value="results" pt="md">
          <ChecksPanel integrationId={integration.id} isHeartbeat={type.source === 'heartbeat'} />
        </Tabs.Panel>
        <Tabs.Panel value="windows" pt="md" maw={900}>
          <WindowsPanel integrationId={integration.id} mayChange={mayChange} />
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt="md" maw={760}>
          <SettingsPanel
            integration={integration}
            type={type}
            mayChange={mayChange}
            isReadOnly={isReadOnly}
          />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function tabsOf({ source }: IntegrationType): Tab[] {
  const isMonitor = source === 'probe' || source === 'heartbeat';
  return [
    'setup',
    ...(isMonitor ? (['results'] as const) : []),
    'payloads',
    'mapping',
    'windows',
    'settings',
  ];
}
