import { Button, Tabs } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import type { Team } from '../../api/save-team.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, ByCodeNotice } from '../../as-code/by-code.tsx';
import { CodeFolder } from '../../as-code/code-folder.tsx';
import { CountedTab } from '../../parts/counted-tab.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Later, later } from '../../parts/later/index.ts';
import { linkTo } from '../../parts/link-to.tsx';
import { LoadedPage, Waiting } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Together } from '../../parts/together.tsx';
import { useCounts } from '../../parts/use-counts.ts';
import { CoverageNotice } from './coverage-notice.tsx';
import { Maintenance } from './maintenance.tsx';
import { Members } from './members.tsx';
import { tabs } from './search.ts';
import { Silences } from './silences.tsx';
import { TeamSettings } from './team-settings.tsx';
import { texts } from './texts.ts';

const TeamPolicies = later(() => import('../../parts/policies/team-policies.tsx'));
const TiersEditor = later(() => import('./tiers/tiers-editor.tsx'));

export default function TeamPage() {
  const t = useTexts(texts);
  const { teamId } = useParams({ from: '/teams/$teamId' });
  const { tab = 'members' } = useSearch({ from: '/teams/$teamId' });
  const navigate = useNavigate({ from: '/teams/$teamId' });
  const mayAdminister = useMayAdminister(teamId);
  const team = api.useQuery('get', '/team/{id}', { params: { path: { id: teamId } } });
  return (
    <LoadedPage query={team}>
      {(data) => (
        <Page
          title={data.displayName}
          above={[{ title: t.title, to: '/teams' }]}
          mark={<ByCodeBadge isProvisioned={data.isProvisioned} />}
          actions={
            <Button
              variant="default"
              leftSection={<Icon name="clock" />}
              renderRoot={linkTo({ to: '/on-call', search: { team: [teamId] } })}
            >
              {t.onCall}
            </Button>
          }
          further={
            <>
              <AsCodeButton type="tocsin_team" id={teamId} />
              <CodeFolder name={data.displayName} teamId={teamId} />
            </>
          }
        >
          <Together>
            <ByCodeNotice isProvisioned={data.isProvisioned} />
            {mayAdminister && <CoverageNotice teamId={teamId} />}
            <Tabs
              value={tab}
              onChange={(chosen) =>
                void navigate({
                  search: { tab: tabs.find((one) => one === chosen) },
                  replace: true,
                })
              }
              keepMounted={false}
            >
              <TeamTabs team={data} />
              <Tabs.Panel value="members">
                <Members teamId={teamId} />
              </Tabs.Panel>
              <Tabs.Panel value="policies">
                <Later fallback={<Waiting />}>
                  <TeamPolicies teamId={teamId} />
                </Later>
              </Tabs.Panel>
              <Tabs.Panel value="tiers">
                <Later fallback={<Waiting />}>
                  <TiersEditor team={data} />
                </Later>
              </Tabs.Panel>
              <Tabs.Panel value="maintenance">
                <Maintenance team={data} />
              </Tabs.Panel>
              <Tabs.Panel value="silences">
                <Silences team={data} />
              </Tabs.Panel>
              <Tabs.Panel value="settings">
                <TeamSettings team={data} />
              </Tabs.Panel>
            </Tabs>
          </Together>
        </Page>
      )}
    </LoadedPage>
  );
}

function TeamTabs({ team }: { team: Team }) {
  const t = useTexts(texts);
  const counts: Partial<Record<string, number>> = {
    ...useCounts('team', team.id),
    maintenance: team.maintenanceWindows?.length ?? 0,
  };
  return (
    <Tabs.List aria-label={t.tabsLabel} mb="md">
      {tabs.map((one) => (
        <CountedTab key={one} value={one} count={counts[one]}>
          {t.tabs[one]}
        </CountedTab>
      ))}
    </Tabs.List>
  );
}
