/** An instant in a time zone as values of sentences have it, which is as RFC 9557 says. */
export function zonedMoment(instant: number, timeZone: string): string {
  return `${new Date(instant).toISOString()}[${timeZone}]`;
}

/** `Sat 7 Mar 18:00`, in its zone. */
export function momentInEnglish(moment: string): string {
  const [, instant = '', timeZone] = /^([^[]+)\[([^\]]+)\]$/.exec(moment) ?? [];
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
