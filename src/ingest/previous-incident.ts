import { findOpenIncident, type IncidentDocument } from '../incidents/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import type { PreviousIncident } from '../mapping/index.ts';
import type { FindPrevious } from './evaluate.ts';

/** The open incident that a payload of this integration would update (spec 2.5 rule 4). */
export function previousIncidentOf(world: World): (view: IntakeView) => FindPrevious {
  return (view) => async (key) => {
    if (key.correlationId === null) return null;
    const incident = await findOpenIncident(
      world,
      view.integrationId,
      key.correlationId,
      key.groupingKey,
    );
    return incident && previousOf(incident, key.correlationId);
  };
}

/** As mappings know it. For a grouped incident: the matching subincident, not the latest one. */
export function previousOf(incident: IncidentDocument, correlationId: string): PreviousIncident {
  const sub = incident.subIncidents?.find(
    (one) => one.correlationId === correlationId && one.status === 'Open',
  );
  const { title, attributes } = sub ?? incident;
  return { title, attributes };
}
