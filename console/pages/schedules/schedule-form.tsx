import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ObjectForm, type ObjectFormProps } from '../../parts/object-form.tsx';
import { ComingWeeks, type ComingWeeksProps } from './coming-weeks.tsx';

export type ScheduleInput = components['schemas']['OnCallScheduleInput'];

export interface ScheduleFormProps
  extends Pick<ObjectFormProps, 'saveLabel' | 'isReadOnly'>,
    Pick<ComingWeeksProps, 'onChosen'> {
  id: string | null;
  stored: ScheduleInput;
  save: (body: ScheduleInput, seen: Record<string, unknown>) => Promise<unknown>;
}

/** A schedule as it is written, below the weeks that it would give. */
export function ScheduleForm({ id, stored, save, onChosen, ...shared }: ScheduleFormProps) {
  return (
    <ObjectForm
      {...shared}
      schema="OnCallScheduleInput"
      stored={{ ...stored }}
      // An owner stays what it is.
      {...(id === null ? {} : { without: ['teamId'] })}
      beside={(body) => <AsCodeButton type="tocsin_schedule" id={id} value={body} />}
      // As checked by the server: the form is made from the same document.
      save={(body, seen) => save(body as unknown as ScheduleInput, seen)}
    >
      {(draft) => (
        <ComingWeeks
          id={id}
          draft={inputOf(draft as unknown as ScheduleInput)}
          {...(onChosen && { onChosen })}
        />
      )}
    </ObjectForm>
  );
}

/** What a request takes of it: operations of schedules refuse what they do not know. */
function inputOf(schedule: ScheduleInput): ScheduleInput {
  const { displayName, description, labels, teamId, timeZoneId, layers } = schedule;
  return { displayName: displayName || '–', description, labels, teamId, timeZoneId, layers };
}
