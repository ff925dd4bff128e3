import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names and values side by side; what is not known is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} className="breaks-anywhere">
              {value}
            </Text>
          </div>
        ))}
    </SimpleGrid>
  );
}
