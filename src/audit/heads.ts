import { Schema } from 'mongoose';
import type { SecretBox, World } from '../kernel/index.ts';
import { defineModel, driverCollection, isDuplicateKey } from '../store/index.ts';
import { genesisHash, type Position } from './chain.ts';
import { auditModel } from './model.ts';

/** The end of an organization's log, signed and kept outside it, so that an end that was cut off is missed. */
export interface AuditHead extends Position {
  /** The organization. */
  _id: string;
  organizationId: string;
  /** The position at which this head was first written: 0, unless an earlier head was lost. */
  began: number;
  signature: string;
}

export const headModel = defineModel<AuditHead>(
  'audit_heads',
  new Schema<AuditHead>({
    _id: String,
    organizationId: String,
    sequence: Number,
    hash: String,
    began: Number,
    signature: String,
  }),
);

/** A copy of the head to store elsewhere: it lets you detect later whether the log still contains it. */
export interface HeadCopy extends Position {
  organizationId: string;
}

/** The signed head; null without one; 'forged' for one that was altered. */
export async function headOf(
  world: World,
  organizationId: string,
): Promise<AuditHead | null | 'forged'> {
  const head = await headModel(world.store).findById(organizationId).lean<AuditHead>();
  return head && checked(world, head);
}

/**
 * Where the next entry goes, and since when there is a head; `began` null: the head was altered and stays as evidence.
 */
export interface LogEnd extends Position {
  began: number | null;
}

/**
 * The end of the log, or the signed head when that is further on: then the end was cut off, and the gap has to
 * stay visible. Makes the head before the first entry, so that entries without one are never a crash.
 */
export async function endOf(world: World, organizationId: string): Promise<LogEnd> {
  const [head, last] = await Promise.all([
    headOf(world, organizationId),
    auditModel(world.store)
      .findOne({ organizationId }, { sequence: 1, hash: 1 })
      .sort({ sequence: -1 })
      .lean<Position>(),
  ]);
  const end = { sequence: last?.sequence ?? 0, hash: last?.hash ?? genesisHash };
  if (head === 'forged') return { ...end, began: null };
  if (head === null) {
    const began = end.sequence;
    try {
      await driverCollection(headModel(world.store)).insertOne(
        signed(world, organizationId, end, began),
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return endOf(world, organizationId);
    }
    return { ...end, began };
  }
  const { sequence, hash, began } = head;
  return sequence > end.sequence ? { sequence, hash, began } : { ...end, began };
}

/** Moves the head on; false when it is further on already, missing or altered. */
export async function advanceHead(
  world: World,
  organizationId: string,
  { began, ...position }: LogEnd,
): Promise<boolean> {
  if (began === null) return false;
  const { _id, ...head } = signed(world, organizationId, position, began);
  const moved = await driverCollection(headModel(world.store)).updateOne(
    { _id, sequence: { $lt: position.sequence } },
    { $set: head },
  );
  return moved.matchedCount > 0;
}

/** Heads of all organizations that have a log. */
async function* eachHead(world: World): AsyncGenerator<AuditHead | { forged: string }> {
  // Every id there is, as a range.
  const cursor = headModel(world.store)
    .find({ _id: { $gt: '' } })
    .lean<AuditHead>()
    .cursor();
  for await (const head of cursor)
    yield checked(world, head) === 'forged' ? { forged: head._id } : head;
}

const noneLogged = () => new Map<string, number>();

/**
 * Writes the heads that moved since the last time into the process log, which others keep: a copy outside the database.
 */
export async function logHeads(world: World): Promise<void> {
  const before = world.memory.of(noneLogged);
  for await (const head of eachHead(world)) {
    if ('forged' in head) {
      const organizationId = head.forged;
      world.log.error({ organizationId }, 'the head of an audit log was altered');
    } else if (before.get(head._id) !== head.sequence) {
      before.set(head._id, head.sequence);
      world.log.info(toHeadCopy(head), 'head of the audit log');
    }
  }
}

export function toHeadCopy({ organizationId, sequence, hash }: AuditHead): HeadCopy {
  return { organizationId, sequence, hash };
}

/** The heads in a text of JSON lines, such as a process log; lines that hold none are passed over. */
export function parseHeads(text: string): HeadCopy[] {
  return text.split('\n').flatMap((line) => {
    const { organizationId, sequence, hash } = membersOf(line);
    return typeof organizationId === 'string' &&
      typeof sequence === 'number' &&
      typeof hash === 'string'
      ? [{ organizationId, sequence, hash }]
      : [];
  });
}

function membersOf(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function signed(
  world: World,
  organizationId: string,
  { sequence, hash }: Position,
  began: number,
): AuditHead {
  const head = { _id: organizationId, organizationId, sequence, hash, began };
  return { ...head, signature: signHead(world.secrets, head) };
}

export function signHead(secrets: SecretBox, head: Omit<AuditHead, 'signature'>): string {
  return secrets.sign(headText(head));
}

export function isSignedHead(secrets: SecretBox, head: AuditHead): boolean {
  return signHead(secrets, head) === head.signature;
}

function checked(world: World, head: AuditHead): AuditHead | 'forged' {
  return isSignedHead(world.secrets, head) ? head : 'forged';
}

function headText({ _id, sequence, hash, began }: Omit<AuditHead, 'signature'>): string {
  return JSON.stringify(['head', _id, sequence, hash, began]);
}
