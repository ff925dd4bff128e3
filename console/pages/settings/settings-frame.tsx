import { Tabs } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../../api/session.tsx';
import { CountedTab } from '../../parts/counted-tab.tsx';
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useCounts } from '../../parts/use-counts.ts';
import { texts } from './texts.ts';

/** Each with its name, and what the server calls what is counted there. */
const places = [
  ['/settings', 'organization', null],
  ['/settings/people', 'people', 'people'],
  ['/settings/keys', 'keys', 'keys'],
  ['/settings/agents', 'agents', 'agents'],
  ['/settings/sign-in', 'signIn', 'connections'],
  ['/settings/groups', 'groups', 'groups'],
  ['/settings/shadow-runs', 'shadowRuns', 'shadowRuns'],
] as const;

export interface SettingsFrameProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The pages of the settings, with the way from one to the next. */
export function SettingsFrame({ title, lead, actions, children }: SettingsFrameProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const counts = useCounts('organization', useMe().organization.id);
  return (
    <Page title={title} lead={lead} actions={actions}>
      <Tabs
        value={pathname}
        onChange={(to) => {
          const place = places.find(([path]) => path === to);
          if (place) void navigate({ to: place[0] });
        }}
      >
        <Tabs.List aria-label={t.settings}>
          {places.map(([path, text, counted]) => (
            <CountedTab key={path} value={path} count={counted ? counts[counted] : undefined}>
              {t[text]}
            </CountedTab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={pathname} pt="lg">
          {children}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
