import { Button, Group } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface PhoneFoldProps {
  label: string;
  icon: IconName;
  children: ReactNode;
}

/** On a phone behind one button, so that a page begins with what people came for; elsewhere it is simply there. */
export function PhoneFold({ label, icon, children }: PhoneFoldProps) {
  const isPhone = useMediaQuery('screen and (max-width: 48em)', false, {
    getInitialValueInEffect: false,
  });
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  if (!isPhone) return children;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name={icon} />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        {label}
      </Button>
      {isOpen && (
        <Group id={id} gap="xs" className="phone-folded">
          {children}
        </Group>
      )}
    </>
  );
}
