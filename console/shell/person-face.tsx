import { UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useMe } from '../api/session.tsx';
import { Face } from '../parts/face.tsx';
import { useTexts } from '../parts/texts.tsx';
import { shellTexts } from './shell-texts.ts';

/** The button that opens the menu of the person. */
export function PersonFace(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useTexts(shellTexts);
  const { person } = useMe();
  const name = person.displayName ?? person.email;
  return (
    <UnstyledButton aria-haspopup="menu" {...props}>
      <VisuallyHidden>{t.personMenu(name)}</VisuallyHidden>
      <Face name={name} size={36} />
    </UnstyledButton>
  );
}
