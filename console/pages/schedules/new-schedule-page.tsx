import { dateOf, instantOf } from '../../parts/local-time.ts';
import { NewObjectPage } from '../../parts/objects/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Together } from '../../parts/together.tsx';
import { ScheduleForm, type ScheduleInput } from './schedule-form.tsx';
import { texts } from './texts.ts';

export default function NewSchedulePage() {
  return (
    <NewObjectPage kind="schedule" t={useTexts(texts)} begin={newSchedule}>
      {(form) => (
        <Together>
          <ScheduleForm {...form} />
        </Together>
      )}
    </NewObjectPage>
  );
}

/** One layer whose people change each week, in the morning. */
function newSchedule(teamId: string, zone: string): ScheduleInput {
  const from = new Date(instantOf(`${dateOf(Date.now(), zone)}T09:00`, zone)).toISOString();
  return {
    displayName: '',
    teamId,
    timeZoneId: zone,
    layers: [{ turns: { every: 1, unit: 'weeks', from }, groups: [{ userIds: [] }] }],
  };
}
