import { UnstyledButton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMayAdminister } from '../api/session.tsx';
import { OfflineNotice } from '../installable/offline-notice.tsx';
import { Away } from '../live/away.tsx';
import { LiveMark } from '../live/live-mark.tsx';
import { Icon } from '../parts/icon.tsx';
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
    <div className="shell" data-open={opened || undefined}>
      <a className="skip-link" href="#content">
        {t.skip}
      </a>
      {/* The library of dialogs keeps its end in place when a dialog takes the scroll bar away. */}
      <header className="shell-header right-scroll-bar-position">
        <UnstyledButton
          className="shell-burger"
          aria-label={t.menu}
          aria-expanded={opened}
          onClick={toggle}
        >
          <Icon name={opened ? 'cross' : 'menu'} size={24} />
        </UnstyledButton>
        <Brand />
        <LiveMark />
        <PaletteButton />
        <PersonButton />
      </header>
      <nav className="shell-menu" aria-label={t.main}>
        {isSeen &&
          shown.map(({ to, text, icon }) => {
            const isHere = isActive(pathname, to ?? '/');
            return (
              <Link
                key={text}
                to={to}
                // Its own rule would be here on every page for the first one.
                activeOptions={{ exact: true }}
                className="shell-link"
                data-here={isHere || undefined}
                aria-current={isHere ? 'page' : undefined}
              >
                <Icon name={icon} />
                {names[text]}
              </Link>
            );
          })}
      </nav>
      <main id="content" tabIndex={-1}>
        <div className="content">
          <OfflineNotice />
          <Away />
          <ShadowNotice />
          <Outlet />
        </div>
      </main>
    </div>
  );
}

function isActive(pathname: string, to: string): boolean {
  if (to === '/') return pathname === '/' || pathname.startsWith('/incidents');
  return pathname === to || pathname.startsWith(`${to}/`);
}
