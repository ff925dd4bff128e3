import { Badge } from '@mantine/core';
import { defineTexts, useTexts } from './texts.tsx';

export type Severity = 'Minor' | 'Warning' | 'Critical';
export type Status = 'Open' | 'Resolved';

const texts = defineTexts({
  en: {
    Minor: 'Minor',
    Warning: 'Warning',
    Critical: 'Critical',
    Open: 'Open',
    Resolved: 'Resolved',
  },
  de: {
    Minor: 'Gering',
    Warning: 'Warnung',
    Critical: 'Kritisch',
    Open: 'Offen',
    Resolved: 'Gelöst',
  },
});

const severityColors = { Minor: 'blue', Warning: 'orange', Critical: 'red' } as const;

export function useSeverityTexts() {
  return useTexts(texts);
}

export function SeverityBadge({ severity }: { severity: Severity }) {
  const t = useTexts(texts);
  return (
    <Badge color={severityColors[severity]} variant="light" radius="sm">
      {t[severity]}
    </Badge>
  );
}

export function StatusBadge({ status }: { status: Status }) {
  const t = useTexts(texts);
  return (
    <Badge color={status === 'Open' ? 'red' : 'teal'} variant="outline" radius="sm">
      {t[status]}
    </Badge>
  );
}
