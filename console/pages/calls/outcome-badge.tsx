import { useTexts } from '../../parts/texts.tsx';
import type { Outcome } from './search.ts';
import { texts } from './texts.ts';

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
