import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';

export interface LazyButtonProps {
  label: string;
  icon: ReactNode;
  /** Brings a button that looks the same, and is open. */
  children: ReactNode;
}

/** Stands in for a button with something heavy behind it until somebody presses it. */
export function LazyButton({ label, icon, children }: LazyButtonProps) {
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <Button
      variant="default"
      size="sm"
      leftSection={icon}
      loading={isWanted}
      onClick={() => setIsWanted(true)}
    >
      {label}
    </Button>
  );
  return isWanted ? <Suspense fallback={button}>{children}</Suspense> : button;
}
