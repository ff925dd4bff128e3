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

export function useSeverityTexts() {
  return useTexts(texts);
}

export function SeverityBadge({ severity }: { severity: Severity }) {
  const t = useTexts(texts);
  return (
    <span className="badge" data-tone={severity}>
      {t[severity]}
    </span>
  );
}

export function StatusBadge({ status }: { status: Status }) {
  const t = useTexts(texts);
  return (
    <span className="badge" data-tone={status}>
      {t[status]}
    </span>
  );
}
