import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { linkTo, type PageLink } from './link-to.tsx';

/** The page where it is written, or what opens a form. */
export type Begin = PageLink | (() => void);

export interface NewButtonProps {
  children: ReactNode;
  begin: Begin;
  /** In the middle of a page that has nothing yet: the same stands beside the heading. */
  isQuiet?: boolean;
}

/** Begins something new. */
export function NewButton({ begin, isQuiet = false, children }: NewButtonProps) {
  return (
    <Button
      leftSection={<Icon name="plus" />}
      variant={isQuiet ? 'light' : 'filled'}
      {...(typeof begin === 'function' ? { onClick: begin } : { renderRoot: linkTo(begin) })}
    >
      {children}
    </Button>
  );
}
