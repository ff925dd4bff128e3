import { bodyToPayload, type RawBody, type WrappedPayload } from '../bodies/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import { withoutBodySecrets } from './body-secrets.ts';
import { type EvaluationRules, evaluateBriefly } from './evaluate.ts';
import { isCostly } from './reading-cost.ts';
import type { Received } from './received.ts';

/**
 * Reads a body where requests are answered, and evaluates it ahead of its turn where its mapping allows that. Null when
 * either takes longer than others should wait for it; then a thread has to do it. `sent`: as it came in, with the
 * secrets that its tool put into it. `known`: what was read of the body before.
 */
export async function readHere(
  view: IntakeView & Pick<EvaluationRules, 'isUntraced'>,
  raw: RawBody,
  { sent, known }: { sent: boolean; known?: WrappedPayload | undefined },
): Promise<Pick<Received, 'raw' | 'wrapped' | 'ahead'> | null> {
  if (isCostly(raw, view)) return null;
  const wrapping = known ?? bodyToPayload(raw);
  const whole = wrapping instanceof Promise ? await wrapping : wrapping;
  const read = sent ? withoutBodySecrets(view, raw, whole) : { raw, wrapped: whole };
  try {
    const evaluations = await evaluateBriefly(view, read.wrapped, read.raw.body.length);
    if (evaluations === null) return null;
    // The incident that it looks at may be in the queue before it.
    return view.program.usesPreviousIncident ? read : { ...read, ahead: evaluations };
  } catch {
    // It fails again when its turn comes, where that is dealt with.
    return read;
  }
}
