import type { components } from '../contract/index.ts';

export type Finding = components['schemas']['CoverageFinding'];
export type FindingTeam = NonNullable<Finding['team']>;

/** A finding with what it does not concern left out. */
export function finding(
  kind: Finding['kind'],
  level: Finding['level'],
  text: string,
  concerns: Partial<Omit<Finding, 'kind' | 'level' | 'text'>>,
): Finding {
  return {
    kind,
    level,
    text,
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
