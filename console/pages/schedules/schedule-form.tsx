import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { KindForm, type KindFormProps } from '../../parts/objects/index.ts';
import { ComingWeeks, type ComingWeeksProps } from './coming-weeks.tsx';

export type ScheduleInput = components['schemas']['OnCallScheduleInput'];

export interface ScheduleFormProps
  extends Pick<KindFormProps, 'id' | 'stored' | 'save' | 'saveLabel' | 'isReadOnly'>,
    Pick<ComingWeeksProps, 'onChosen'> {}

/** A schedule as it is written, below the weeks that it would give. */
export function ScheduleForm({ onChosen, ...form }: ScheduleFormProps) {
  return (
    <KindForm {...form} kind="schedule">
      {(draft) => (
        <ComingWeeks
          id={form.id}
          // Begins as a schedule, and changes by the fields of one.
          draft={inputOf(draft as unknown as ScheduleInput)}
          {...(onChosen && { onChosen })}
        />
      )}
    </KindForm>
  );
}

/** What a request takes of it: operations of schedules refuse what they do not know. */
function inputOf(schedule: ScheduleInput): ScheduleInput {
  const { displayName, description, labels, teamId, timeZoneId, layers } = schedule;
  const { holidayCalendarIds, onLeave } = schedule;
  return {
    displayName: displayName || '–',
    ...{ description, labels, teamId, timeZoneId, layers, holidayCalendarIds, onLeave },
  };
}
