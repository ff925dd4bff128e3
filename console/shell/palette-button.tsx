import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { Later, later, loadPart } from '../parts/later/index.ts';
import { useTexts } from '../parts/texts.tsx';
import { shellTexts } from './shell-texts.ts';

const Palette = later(() => import('./palette.tsx'));

/** Opens the palette, as Ctrl+K does everywhere. */
export function PaletteButton() {
  const t = useTexts(shellTexts);
  const [isWanted, setIsWanted] = useState(false);
  const open = () => {
    if (isWanted)
      void loadPart(() => import('@mantine/spotlight')).then(({ spotlight }) => spotlight.open());
    else setIsWanted(true);
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton className="palette-button" onClick={open}>
        <Icon name="search" />
        <VisuallyHidden hiddenFrom="sm">{t.palette}</VisuallyHidden>
        <Text size="sm" visibleFrom="sm">
          {t.palette}
        </Text>
        <Text size="xs" visibleFrom="sm" component="kbd" className="key">
          Ctrl K
        </Text>
      </UnstyledButton>
      {isWanted && (
        <Later onMissing={() => setIsWanted(false)}>
          <Palette />
        </Later>
      )}
    </>
  );
}
