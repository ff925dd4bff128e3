import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';

export interface LazyButtonProps {
  label: string;
  icon: ReactNode;
  className?: string;
  /** Brings a button that looks the same, and is open. */
  children: ReactNode;
}

/** Stands in for a button with something heavy behind it until somebody presses it. */
export function LazyButton({ label, icon, className, children }: LazyButtonProps) {
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <Button
      className={className}
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
