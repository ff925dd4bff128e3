import { Tabs } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

const places = [
  ['/settings', 'organization'],
  ['/settings/people', 'people'],
  ['/settings/keys', 'keys'],
  ['/settings/agents', 'agents'],
  ['/settings/sign-in', 'signIn'],
  ['/settings/groups', 'groups'],
  ['/settings/shadow-runs', 'shadowRuns'],
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
          {places.map(([path, text]) => (
            <Tabs.Tab key={path} value={path}>
              {t[text]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={pathname} pt="lg">
          {children}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
