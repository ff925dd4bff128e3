/** Traits of single messages that a type knows, whatever an integration's own mapping makes of them. */
import { readPath } from './dot-path.ts';
import type { IntegrationType, MessagePattern, Payload } from './types.ts';

/** True for a message that only adds to a known problem, such as an acknowledgement. */
export function isFollowUp(type: Pick<IntegrationType, 'followUp'>, payload: Payload): boolean {
  return type.followUp !== null && fits(type.followUp, payload);
}

/**
 * True for a message without a severity: what a default mapping makes of its missing
 * severity must not change that of the incident.
 */
export function keepsSeverity(
  type: Pick<IntegrationType, 'keepsSeverity'>,
  payload: Payload,
): boolean {
  const { keepsSeverity: trait } = type;
  if (trait === null || !fits(trait, payload)) return false;
  return trait.unless === null || textAt(payload, trait.unless) === null;
}

function fits({ field, pattern }: MessagePattern, payload: Payload): boolean {
  const text = textAt(payload, field);
  return text !== null && pattern.test(text);
}

function textAt(payload: Payload, path: string): string | null {
  const value = readPath(payload, path);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
