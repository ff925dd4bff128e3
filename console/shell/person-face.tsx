import { Avatar, UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useMe } from '../api/session.tsx';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../parts/texts.tsx';
import { shellTexts } from './shell-texts.ts';

/** The button that opens the menu of the person. */
export function PersonFace(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useTexts(shellTexts);
  const { person } = useMe();
  return (
    <UnstyledButton
      aria-haspopup="menu"
      aria-label={t.personMenu(person.displayName ?? person.email)}
      {...props}
    >
      <Avatar size={36} radius="xl" color="blue">
        <Icon name="person" />
      </Avatar>
    </UnstyledButton>
  );
}
