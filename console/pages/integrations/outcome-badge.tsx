import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Mark, type Tone } from './mark.tsx';
import { texts } from './texts.ts';

export type Outcome = components['schemas']['PayloadOutcome'];

const tones: Record<Outcome, Tone> = {
  Opened: 'bad',
  Updated: 'note',
  Resolved: 'good',
  Discarded: 'quiet',
  Maintenance: 'quiet',
  Silenced: 'quiet',
  Failed: 'warning',
  Accepted: 'note',
};

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const t = useTexts(texts);
  return <Mark tone={tones[outcome]}>{t.outcomes[outcome]}</Mark>;
}
