import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { StandIn } from './later/index.ts';

export interface LazyButtonProps {
  label: string;
  icon: ReactNode;
  className?: string;
  /** Brings a button that looks the same, and is open. */
  children: ReactNode;
}

/** A usual button with something heavy behind it. */
export function LazyButton({ label, icon, className, children }: LazyButtonProps) {
  return (
    <StandIn
      button={({ isPressed, ...props }) => (
        <Button
          className={className}
          variant="default"
          size="sm"
          leftSection={icon}
          loading={isPressed}
          {...props}
        >
          {label}
        </Button>
      )}
    >
      {children}
    </StandIn>
  );
}
