import { ObjectId } from 'bson';
import { bodyToPayload, type RawBody } from '../bodies/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import { withoutBodySecrets } from './body-secrets.ts';
import type { Intake } from './intake.ts';
import { isLarge } from './large-bodies.ts';
import type { Received } from './received.ts';

/** What was sent, read: a large body in its thread. */
export async function readRaw(
  { largeBodies }: Pick<Intake, 'largeBodies'>,
  raw: RawBody,
  view: IntakeView,
): Promise<Pick<Received, 'raw' | 'wrapped' | 'evaluations' | 'handshake'>> {
  if (isLarge(raw)) return largeBodies.readSent(view, raw);
  const wrapping = bodyToPayload(raw);
  const wrapped = wrapping instanceof Promise ? await wrapping : wrapping;
  return withoutBodySecrets(view, raw, wrapped);
}

/** What came in for an integration, read and ready for `intake.accept`, which has to follow soon: its id has a place in time. */
export async function receive(
  intake: Pick<Intake, 'largeBodies'>,
  view: IntakeView,
  raw: RawBody,
  from: { ip: string; at: Date },
): Promise<Received> {
  const read = await readRaw(intake, raw, view);
  return { id: new ObjectId(), view, ...read, ...from };
}
