import { Later, later } from './later/index.ts';

const CalendarAddress = later(() => import('./calendar-address.tsx'));

export type CalendarOwner = { name: string } & (
  | { userId: string; teamId?: undefined; scheduleId?: undefined }
  | { teamId: string; userId?: undefined; scheduleId?: undefined }
  | { scheduleId: string; userId?: undefined; teamId?: undefined }
);

export interface CalendarDialogProps {
  owner: CalendarOwner;
  onClose: () => void;
}

/** The secret address of a calendar, above the page. It is loaded when it is first opened. */
export function CalendarDialog(props: CalendarDialogProps) {
  return (
    <Later onMissing={props.onClose}>
      <CalendarAddress {...props} />
    </Later>
  );
}
