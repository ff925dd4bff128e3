import '../parts/fields.ts';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMayAdminister } from '../api/session.tsx';
import { Icon } from '../parts/icon.tsx';
import { navigation, navigationTexts } from '../parts/navigation.ts';
import { useTexts } from '../parts/texts.tsx';
import { shellTexts } from './shell-texts.ts';

/** Ctrl+K: every page by its name. Loaded when it is first asked for, and open then. */
export default function Palette() {
  const t = useTexts(shellTexts);
  const names = useTexts(navigationTexts);
  const mayAdminister = useMayAdminister();
  const navigate = useNavigate();
  useEffect(spotlight.open, []);
  const actions = navigation
    .filter((item) => mayAdminister || !item.forAdministrators)
    .map(({ to, text, icon }) => ({
      id: text,
      label: names[text],
      leftSection: <Icon name={icon} />,
      onClick: () => void navigate({ to }),
    }));
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      nothingFound={t.nothingFound}
      highlightQuery
      attributes={{ content: { 'aria-label': t.palette } }}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: t.palette,
        'aria-label': t.palette,
      }}
    />
  );
}
