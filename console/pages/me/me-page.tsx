import { Button, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMe } from '../../api/session.tsx';
import { CountedTab } from '../../parts/counted-tab.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { PersonCalendars } from '../../parts/person-calendars/calendars.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Together } from '../../parts/together.tsx';
import { useCounts } from '../../parts/use-counts.ts';
import { Devices } from './devices.tsx';
import { Keys } from './keys.tsx';
import { Notifications } from './notifications.tsx';
import { Profile } from './profile.tsx';
import { Rules } from './rules.tsx';
import type { Section } from './search.ts';
import { Sessions } from './sessions.tsx';
import { texts } from './texts.ts';

/** What a person sets for themselves: how they are told, where they are signed in, who they are. */
export default function MePage() {
  const t = useTexts(texts);
  const { person, organization, organizationRole } = useMe();
  const { section = 'notifications' } = useSearch({ from: '/me' });
  const navigate = useNavigate();
  const parts: Partial<Record<Section, () => React.ReactNode>> = {
    notifications: () => <Notifications userId={person.id} />,
    rules: () => <Rules userId={person.id} />,
    devices: () => <Devices userId={person.id} />,
    profile: () => <Profile userId={person.id} />,
    calendars: () => <PersonCalendars userId={person.id} />,
    sessions: () => <Sessions />,
    // Only Owners may list keys.
    ...(organizationRole === 'Owner' ? { keys: () => <Keys userId={person.id} /> } : {}),
  };
  const counts: Partial<Record<string, number>> = useCounts('user', person.id);
  const names = Object.keys(parts) as Section[];
  const shown = parts[section] ? section : 'notifications';
  return (
    <Page
      title={person.displayName ?? t.title}
      lead={t.lead(person.email, organization.displayName)}
      actions={
        <Button component="a" href="/account" variant="default" leftSection={<Icon name="lock" />}>
          {t.account}
        </Button>
      }
    >
      <Together>
        <Tabs
          value={shown}
          keepMounted={false}
          onChange={(chosen) =>
            navigate({ to: '/me', search: { section: (chosen as Section | null) ?? undefined } })
          }
        >
          <Tabs.List aria-label={t.sections} mb="md">
            {names.map((name) => (
              <CountedTab key={name} value={name} count={counts[name]}>
                {t[name]}
              </CountedTab>
            ))}
          </Tabs.List>
          {names.map((name) => (
            <Tabs.Panel key={name} value={name}>
              {parts[name]?.()}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Together>
    </Page>
  );
}
