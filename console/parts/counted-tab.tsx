import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { countedMax } from './use-counts.ts';

export interface CountedTabProps {
  value: string;
  /** How many it holds; unset where that is not known, or it holds no list. */
  count?: number | undefined;
  children: ReactNode;
}

/** A tab that says how many it holds; nothing beside an empty one, which says so itself. */
export function CountedTab({ value, count = 0, children }: CountedTabProps) {
  const shown = count >= countedMax ? `${countedMax}+` : count || undefined;
  return (
    <Tabs.Tab value={value} className="counted" data-count={shown}>
      {children}
    </Tabs.Tab>
  );
}
