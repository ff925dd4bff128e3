import { AppShell, Burger, Group, NavLink } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMayAdminister } from '../api/session.tsx';
import { OfflineNotice } from '../installable/offline-notice.tsx';
import { Away } from '../live/away.tsx';
import { LiveMark } from '../live/live-mark.tsx';
import { Icon } from '../parts/icon.tsx';
import { linkTo } from '../parts/link-to.tsx';
import { navigation, navigationTexts } from '../parts/navigation.ts';
import { useTexts } from '../parts/texts.tsx';
import { Brand } from './brand.tsx';
import { PaletteButton } from './palette-button.tsx';
import { PersonButton } from './person-button.tsx';
import { ShadowNotice } from './shadow-notice.tsx';
import { shellTexts } from './shell-texts.ts';

/** As the menu collapses. */
const phone = '(max-width: 47.99em)';

/** The frame of every page: the menu, the palette, and who is signed in. */
export function Shell() {
  const t = useTexts(shellTexts);
  const names = useTexts(navigationTexts);
  const mayAdminister = useMayAdminister();
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  // On a phone nobody sees it before it is opened.
  const isSeen = !useMediaQuery(phone, false, { getInitialValueInEffect: false }) || opened;
  // On a phone the menu covers the page that was chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it is about
  useEffect(close, [pathname]);
  const shown = navigation.filter(
    ({ under, forAdministrators }) => !under && (mayAdminister || !forAdministrators),
  );
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
      transitionDuration={0}
    >
      <a className="skip-link" href="#content">
        {t.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t.menu}
              aria-expanded={opened}
            />
            <Brand />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <LiveMark />
            <PaletteButton />
            <PersonButton />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t.main}>
        <AppShell.Section grow className="shell-menu">
          {isSeen &&
            shown.map(({ to, text, icon }) => (
              <NavLink
                key={text}
                label={names[text]}
                leftSection={<Icon name={icon} />}
                active={isActive(pathname, to ?? '/')}
                renderRoot={linkTo({ to })}
              />
            ))}
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <div className="content">
          <OfflineNotice />
          <Away />
          <ShadowNotice />
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function isActive(pathname: string, to: string): boolean {
  if (to === '/') return pathname === '/' || pathname.startsWith('/incidents');
  return pathname === to || pathname.startsWith(`${to}/`);
}
