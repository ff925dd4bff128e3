/** An instant in a time zone as values of sentences have it, which is as RFC 9557 says. */
export function zonedMoment(instant: number, timeZone: string): string {
  return `${new Date(instant).toISOString()}[${timeZone}]`;
}
