/** For people, in the time zone of their team: `Sat 7 Mar 18:00`. */
export function momentOf(instant: number, timeZone: string): string {
  return new Date(instant)
    .toLocaleString('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    })
    .replaceAll(',', '');
}
