import { ruledIncident } from '../alerting/index.ts';
import type { IncidentDocument } from '../incidents/index.ts';
import { routingsFor, runsOn } from '../routing/index.ts';
import type { Stage } from './open-stage.ts';
import { sceneOn } from './run-incident.ts';
import type { Trace } from './trace.ts';

/** As rules leave an incident that opens then (`openIncident`), before anybody is told. Pure. */
export function ruledOn(stage: Stage, incident: IncidentDocument, at: Date): IncidentDocument {
  const nothingSent = { reached: () => [], turn: () => 0 };
  return ruledIncident(incident, sceneOn(stage, at, nothingSent));
}

/** Whether rules may have looked again at an incident, which they had left as it is in `ruled`. */
export function wasRuledAgain(
  { facts, organizationId }: Stage,
  opened: IncidentDocument,
  ruled: IncidentDocument,
  { events, after }: Pick<Trace, 'events' | 'after'>,
): boolean {
  const later = events.slice(ruled.eventsTotalCount - opened.eventsTotalCount);
  const all = facts.organizations.get(organizationId)?.routings ?? [];
  return routingsFor(after ?? ruled, all).some(({ wire }) =>
    wire.rules.some(({ conditions }) => later.some((event) => runsOn(conditions, event))),
  );
}
