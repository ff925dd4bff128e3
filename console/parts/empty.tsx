import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface EmptyProps {
  title: string;
  children?: ReactNode;
  /** The next step, where this person may take it. */
  action?: ReactNode;
}

/** Where a list has nothing: what would be here, and how it comes to be. */
export function Empty({ title, action, children }: EmptyProps) {
  return (
    <Paper withBorder p="xl" radius="md">
      <Stack align="center" gap="xs" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        {typeof children === 'string' ? (
          <Text c="dimmed" maw={520}>
            {children}
          </Text>
        ) : (
          children
        )}
        {action}
      </Stack>
    </Paper>
  );
}
