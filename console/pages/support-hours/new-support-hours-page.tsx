import { KindForm, NewObjectPage } from '../../parts/objects/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function NewSupportHoursPage() {
  return (
    <NewObjectPage kind="supportHours" t={useTexts(texts)} begin={newHours}>
      {(form) => <KindForm kind="supportHours" {...form} />}
    </NewObjectPage>
  );
}

function newHours(teamId: string, timeZoneId: string) {
  const selectedDays = ['mon', 'tue', 'wed', 'thu', 'fri'];
  return {
    displayName: '',
    teamId,
    timeZoneId,
    hours: [{ selectedDays, from: '09:00', until: '18:00' }],
  };
}
