import { ObjectId } from 'bson';
import type { RawBody } from '../bodies/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import type { Intake } from './intake.ts';
import { readHere } from './read-here.ts';
import type { Received } from './received.ts';

/** Reads what was sent: a large or costly body in a thread. */
export async function readRaw(
  { largeBodies }: Pick<Intake, 'largeBodies'>,
  raw: RawBody,
  view: IntakeView,
): Promise<
  Pick<Received, 'raw' | 'wrapped' | 'ahead' | 'evaluations' | 'packedTraces' | 'handshake'>
> {
  return (await readHere(view, raw, { sent: true })) ?? largeBodies.readSent(view, raw);
}

/**
 * The payload of an integration, read and ready for `intake.accept`, which has to follow soon: its id has a place in
 * time.
 */
export async function receive(
  intake: Pick<Intake, 'largeBodies'>,
  view: IntakeView,
  raw: RawBody,
  from: { ip: string; at: Date },
): Promise<Received> {
  const read = await readRaw(intake, raw, view);
  return { id: new ObjectId(), view, ...read, ...from };
}
