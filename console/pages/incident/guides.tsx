import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { Icon } from '../../parts/icon.tsx';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { useTexts } from '../../parts/texts.tsx';
import { guidesOf } from './arrange-attributes.ts';
import { texts } from './texts.ts';

const icons = { runbook: 'book', dashboard: 'chart' } as const;

/** Links to the runbook and the dashboard, where the alert has them. */
export function Guides({ incident: { attributes } }: { incident: Incident }) {
  const t = useTexts(texts);
  const guides = useMemo(() => guidesOf(attributes), [attributes]);
  if (guides.length === 0) return null;
  return (
    <Group gap="xs">
      {guides.map(({ kind, to }) => (
        <Button
          key={to}
          className="guide"
          component="a"
          href={to}
          target="_blank"
          rel="noopener noreferrer nofollow"
          title={to}
          variant="light"
          leftSection={<Icon name={icons[kind]} />}
        >
          {t[kind]}
        </Button>
      ))}
    </Group>
  );
}
