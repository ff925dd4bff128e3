import type { Wire } from './api-connection.ts';
import { oneLine, wrap } from './table.ts';

type Call = Wire['CallSessionDetail'];
type Entry = Wire['CallLogEntry'];

/** A call as a timeline: what became of it first, then every step with its reason in full. */
export function callText(call: Call, columns: number): string {
  const began = new Date(call.startedAt);
  const from = call.callerNumber ?? callers[call.callerKind];
  const took = call.acceptedBy
    ? `by ${call.acceptedBy.displayName ?? call.acceptedBy.email ?? call.acceptedBy.id}, after ${call.secondsToAnswer ?? 0} s`
    : null;
  const facts: [string, string | null][] = [
    ['Call', `${from} to ${call.integration.displayName} (${call.calledNumber})`],
    ['Began', `${began.toISOString().slice(0, 19).replace('T', ' ')}Z${lasting(call)}`],
    ['Menu', call.menuKey && `key ${call.menuKey}`],
    ['Answered', took],
    ['Voicemail', call.recording && voicemail(call.recording)],
    ['Said', call.transcript],
    ['Incident', call.incidentId ?? (call.incidentReason && `none: ${call.incidentReason}`)],
    ['Carrier', `${call.provider}, ${call.providerCallId}`],
  ];
  const reason = call.endReason === null ? '' : ` ${call.endReason}`;
  return [
    wrap(`${call.outcome}.${reason}`, columns),
    '',
    ...facts.flatMap(([name, value]) =>
      value === null ? [] : [wrap(value, columns, `${name.padEnd(9)}  `)],
    ),
    '',
    timeline(call.log, began, columns),
  ].join('\n');
}

/** `at` is shown as minutes and seconds since the beginning. */
function timeline(log: readonly Entry[], began: Date, columns: number): string {
  return log
    .map(({ at, step, result, reason }) => {
      const lead = `${clock(Date.parse(at) - began.getTime())}  ${step.padEnd(stepWidth)}  `;
      const note = result === 'Processed' ? '' : `${result}: `;
      return wrap(`${note}${oneLine(reason)}`, columns, lead);
    })
    .join('\n');
}

/** As wide as `ConfirmTargetResult`. */
const stepWidth = 19;

/** `  0:07`, `12:30`, and `123:05` for what lasted hours. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return text.padStart(5);
}

function lasting({ durationSeconds }: Call): string {
  return durationSeconds === null ? ', still going on' : `, ${duration(durationSeconds)}`;
}

export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

function voicemail({ state, durationSeconds, reason }: NonNullable<Call['recording']>): string {
  const length = durationSeconds === null ? '' : `${duration(durationSeconds)}, `;
  return `${length}${states[state]}${reason === null ? '' : `: ${oneLine(reason)}`}`;
}

const states: Readonly<Record<NonNullable<Call['recording']>['state'], string>> = {
  Pending: 'being fetched from the carrier',
  Completed: 'kept',
  Absent: 'nothing was recorded',
  Failed: 'the carrier did not hand it over',
  Deleted: 'deleted, as its number keeps recordings no longer',
};

const callers: Readonly<Record<Call['callerKind'], string>> = {
  Number: 'a number',
  Anonymous: 'anonymous',
  Sip: 'a SIP caller',
  Invalid: 'a caller without a valid number',
};
