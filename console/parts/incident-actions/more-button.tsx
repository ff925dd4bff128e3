import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { Icon } from '../icon.tsx';
import { useTexts } from '../texts.tsx';
import { actionTexts } from './action-texts.ts';
import type { ActionName } from './actions.ts';

export interface MoreProps {
  names: readonly ActionName[];
  size?: 'sm' | 'md';
  onAction(name: ActionName): void;
}

/** Opens the menu. */
export function MoreButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useTexts(actionTexts);
  return (
    <Button
      className="incident-more"
      variant="default"
      px="sm"
      aria-haspopup="menu"
      aria-label={t.more}
      {...props}
    >
      <Icon name="dots" size={22} />
    </Button>
  );
}
