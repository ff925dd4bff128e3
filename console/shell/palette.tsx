import '../parts/fields.ts';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMayAdminister } from '../api/session.tsx';
import { furtherPages, furtherTexts } from '../parts/further-pages.ts';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../parts/texts.tsx';
import { navigation, navigationTexts } from './navigation.ts';
import { shellTexts } from './shell-texts.ts';

/** Ctrl+K: every page by its name. Loaded when it is first asked for, and open then. */
export default function Palette() {
  const t = useTexts(shellTexts);
  const names = useTexts(navigationTexts);
  const further = useTexts(furtherTexts);
  const mayAdminister = useMayAdminister();
  const navigate = useNavigate();
  useEffect(spotlight.open, []);
  const pages = [
    ...navigation
      .filter((item) => mayAdminister || !item.forAdministrators)
      .map((item) => ({ ...item, label: names[item.text] })),
    ...furtherPages.map((item) => ({ ...item, label: further[item.text] })),
  ];
  const actions = pages.map(({ to, text, icon, label }) => ({
    id: text,
    label,
    leftSection: <Icon name={icon} />,
    onClick: () => void navigate({ to }),
  }));
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      nothingFound={t.nothingFound}
      highlightQuery
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: t.palette,
        'aria-label': t.palette,
      }}
    />
  );
}
