import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface NewButtonProps {
  children: ReactNode;
  /** Draws a link, where it leads to a page. */
  renderRoot?: (props: Record<string, unknown>) => ReactNode;
  onClick?: () => void;
  /** In the middle of a page that has nothing yet: the same stands beside the heading. */
  isQuiet?: boolean;
}

/** Begins something new. */
export function NewButton({ isQuiet = false, ...props }: NewButtonProps) {
  return (
    <Button leftSection={<Icon name="plus" />} variant={isQuiet ? 'light' : 'filled'} {...props} />
  );
}
