import type { components } from '../contract/index.ts';
import { answered, type Sentence } from '../sentences/index.ts';

export type Finding = components['schemas']['CoverageFinding'];
export type FindingTeam = NonNullable<Finding['team']>;

/** A finding with what it does not concern left out. */
export function finding(
  kind: Finding['kind'],
  level: Finding['level'],
  sentence: Sentence,
  concerns: Partial<Omit<Finding, 'kind' | 'level' | 'text' | 'textSentence'>>,
): Finding {
  return {
    kind,
    level,
    ...answered('text', sentence),
    team: null,
    userId: null,
    objectId: null,
    channel: null,
    severities: null,
    start: null,
    end: null,
    ...concerns,
  };
}
