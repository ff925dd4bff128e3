import type { Intent } from './model.ts';

/** Intents after which somebody has to act, rather than to know. */
const intentsForAction: readonly Intent[] = [
  'Created',
  'Escalated',
  'Assigned',
  'Unresolved',
  'Unsnoozed',
  'Released',
  'Unmerged',
];

export function asksForAction(intent: Intent): boolean {
  return intentsForAction.includes(intent);
}
