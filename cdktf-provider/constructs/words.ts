/** Words of the Public API that the layer uses. */
export type Severity = 'Critical' | 'Warning' | 'Minor';
export type Day = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat';
/** The event that ends an escalation: somebody acknowledges the incident, or it is resolved. */
export type StopMode = 'resolved' | 'acknowledged';

/** Hours of the week in the time zone of the team. `until` before `from` ends on the next day. */
export interface Window {
  readonly days: readonly Day[];
  /** `HH:mm` on the quarter hour. */
  readonly from?: string;
  readonly until?: string;
}
