import type { UpdateFilter } from 'mongodb';
import type { AuditEntry } from '../audit/index.ts';
import type { World } from '../kernel/index.ts';
import { askDueAt, nextDueAt } from './due.ts';
import {
  type AppliedEvent,
  type CallSessionDocument,
  callSessionsOf,
  type LoggedEntry,
} from './model.ts';

/** Limits of one document, whatever a carrier reports. */
const logEntriesMax = 500;
const appliedMax = 64;
const attemptsMax = 5;

export type CallChange = Partial<
  Pick<
    CallSessionDocument,
    | 'session'
    | 'teamIds'
    | 'isSettled'
    | 'incidentId'
    | 'incidentReason'
    | 'told'
    | 'copy'
    | 'access'
    | 'applied'
    | 'erasure'
  >
>;

export interface Additions {
  entries?: readonly LoggedEntry[];
  applied?: AppliedEvent;
  /** Audit entry of the change, until the log has it. */
  entry?: AuditEntry;
}

/** Writes a change over the version it was made from; null when somebody else was faster. */
export async function writeCall(
  world: World,
  current: CallSessionDocument,
  change: CallChange,
  { entries = [], applied, entry }: Additions = {},
): Promise<CallSessionDocument | null> {
  const next = { ...current, ...change, version: current.version + 1 };
  const due = { nextAt: nextDueAt(next), askAt: askDueAt(next) };
  const push = {
    ...(entries.length > 0 ? { log: { $each: entries, $slice: logEntriesMax } } : {}),
    ...(entry ? { outbox: entry } : {}),
    ...(applied ? { applied: { $each: [applied], $slice: -appliedMax } } : {}),
  };
  const update = {
    $set: { ...change, version: next.version, ...present(due) },
    ...(due.nextAt && due.askAt ? {} : { $unset: absent(due) }),
    ...(Object.keys(push).length > 0 ? { $push: push } : {}),
    // as UpdateFilter: the driver wants each path by its type; these are the document's own members.
  } as UpdateFilter<CallSessionDocument>;
  const { matchedCount } = await callSessionsOf(world).updateOne(
    { _id: current._id, version: current.version },
    update,
  );
  if (matchedCount === 0) return null;
  return { ...without(next), ...present(due) };
}

/**
 * The same for a change that is decided anew when somebody else was faster. Null when there is nothing to change, or no
 * such call.
 */
export async function changeCall(
  world: World,
  id: string,
  decide: (call: CallSessionDocument) => CallChange | null,
): Promise<CallSessionDocument | null> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const current = await callSessionsOf(world).findOne({ _id: id });
    const change = current && decide(current);
    if (!current || !change) return null;
    const written = await writeCall(world, current, change);
    if (written) return written;
  }
  throw new Error(`Others keep changing the call ${id}.`);
}

interface Due {
  nextAt: Date | null;
  askAt: Date | null;
}

export function present({ nextAt, askAt }: Due): Pick<CallSessionDocument, 'nextAt' | 'askAt'> {
  return { ...(nextAt ? { nextAt } : {}), ...(askAt ? { askAt } : {}) };
}

function absent({ nextAt, askAt }: Due): Record<string, ''> {
  return { ...(nextAt ? {} : { nextAt: '' }), ...(askAt ? {} : { askAt: '' }) };
}

function without({ nextAt: _, askAt: __, ...call }: CallSessionDocument): CallSessionDocument {
  return call;
}
