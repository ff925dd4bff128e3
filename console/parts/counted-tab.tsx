import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

export interface CountedTabProps {
  value: string;
  /** How many it holds; unset where that is not known, or it holds no list. */
  count?: number | string | undefined;
  children: ReactNode;
}

/** A tab that says how many it holds; nothing beside an empty one, which says so itself. */
export function CountedTab({ value, count, children }: CountedTabProps) {
  return (
    <Tabs.Tab value={value} className="counted" data-count={count || undefined}>
      {children}
    </Tabs.Tab>
  );
}
