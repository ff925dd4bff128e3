import { type ConfigurationChange, itemsOf } from '../../stage/index.ts';
import { teamKind } from '../../teams/index.ts';
import type { MendingQuestion } from './candidate.ts';

export function replaced(
  { entityType }: { entityType: string },
  id: string,
  wire: object,
): ConfigurationChange {
  return { action: 'replace', entityType, id, wire: { ...wire } };
}

export function teamName(question: MendingQuestion, teamId: string): string {
  return teamWire(question, teamId)?.displayName ?? '';
}

/** As times are said to its people. */
export function teamZone(question: MendingQuestion, teamId: string): string {
  return teamWire(question, teamId)?.timeZoneId ?? 'UTC';
}

function teamWire({ snapshot }: MendingQuestion, teamId: string) {
  return itemsOf(snapshot, teamKind).find(({ id }) => id === teamId)?.wire;
}
