import { Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A part of the page, under its heading. */
export function Section({
  title,
  note,
  className,
  children,
}: {
  title: string;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      radius="md"
      aria-labelledby={id}
      className={className}
    >
      <div className="incident-section-head">
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {note}
      </div>
      {children}
    </Paper>
  );
}
