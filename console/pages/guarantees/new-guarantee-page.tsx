import { KindForm, NewObjectPage } from '../../parts/objects/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function NewGuaranteePage() {
  return (
    <NewObjectPage kind="guarantee" t={useTexts(texts)} begin={newGuarantee}>
      {(form) => <KindForm kind="guarantee" {...form} />}
    </NewObjectPage>
  );
}

/** As most people want one: whatever is critical wakes somebody. */
function newGuarantee() {
  return {
    displayName: '',
    incidents: { severities: ['Critical'] },
    told: { withinMinutes: 5, channels: ['VoiceCall', 'Push'], people: 1 },
    evenIf: null,
    excuses: ['Silence', 'MaintenanceWindow'],
    horizonDays: 90,
    alarm: null,
  };
}
