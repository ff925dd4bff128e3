import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Mark, type Tone } from './mark.tsx';
import { texts } from './texts.ts';

export type Outcome = components['schemas']['PayloadOutcome'];

/** Opening incidents is what an integration is for: loud is only what it could not read. */
const tones: Record<Outcome, Tone> = {
  Opened: 'note',
  Updated: 'quiet',
  Resolved: 'good',
  Discarded: 'quiet',
  Maintenance: 'quiet',
  Silenced: 'quiet',
  Failed: 'bad',
  Accepted: 'note',
};

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const t = useTexts(texts);
  return <Mark tone={tones[outcome]}>{t.outcomes[outcome]}</Mark>;
}
