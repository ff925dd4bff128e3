import { Badge } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export type Outcome = components['schemas']['PayloadOutcome'];

const colors: Record<Outcome, string> = {
  Opened: 'red',
  Updated: 'blue',
  Resolved: 'teal',
  Discarded: 'gray',
  Maintenance: 'grape',
  Failed: 'orange',
  Accepted: 'blue',
};

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const t = useTexts(texts);
  return (
    <Badge color={colors[outcome]} variant="light" radius="sm" tt="none">
      {t.outcomes[outcome]}
    </Badge>
  );
}
