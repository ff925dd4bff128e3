import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { isSafe } from './is-safe.ts';

/**
 * A link to an address from somebody's data: only to the web and to mail, and without telling that place where we are.
 */
export function SafeLink({ to, children }: { to: string; children?: ReactNode }) {
  if (!isSafe(to)) return <span className="breaks-anywhere">{children ?? to}</span>;
  return (
    <Anchor
      href={to}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="breaks-anywhere"
    >
      {children ?? to}
    </Anchor>
  );
}
