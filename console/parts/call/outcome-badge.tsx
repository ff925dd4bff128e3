import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useTexts } from '../texts.tsx';
import { texts } from './texts.ts';

type Outcome = components['schemas']['CallOutcome'];

const tones: Record<Outcome, string> = {
  Accepted: 'Resolved',
  Voicemail: 'Warning',
  Missed: 'Critical',
  Failed: 'Critical',
  Ongoing: 'Minor',
  Blocklisted: 'None',
};

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const t = useTexts(texts);
  return (
    <span className="badge" data-tone={tones[outcome]}>
      {t.outcomes[outcome]}
    </span>
  );
}
