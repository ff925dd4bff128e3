import type { IncidentDocument } from '../incidents/index.ts';
import { Draft } from './draft.ts';
import { followRules } from './follow-rules.ts';
import { followShadow } from './follow-shadow.ts';
import type { Scene } from './scene.ts';

/**
 * An incident as its rules leave it, before anything else is decided: what `decide` begins with. Pure. Who asks about
 * many incidents finds out by it which of them go on in the same way.
 */
export function ruledIncident(incident: IncidentDocument, scene: Scene): IncidentDocument {
  const draft = new Draft(incident, scene.now);
  followRules(draft, scene);
  followShadow(draft, scene);
  return { ...draft.incident, alerting: draft.finish() };
}
