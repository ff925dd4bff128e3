import type { IncidentAttribute, Severity } from '../incidents/index.ts';
import { ComparedAttributes, Comparisons, judgeAttribute } from '../routing/index.ts';
import type { Silence } from './silence-kind.ts';
import { isActiveAt } from './silence-times.ts';

/** An incident that is about to open. */
export interface MutedIncident {
  teamId: string;
  integrationId: string;
  /** Name of the integration. */
  integrationName: string;
  title: string;
  severity: Severity;
  attributes: IncidentAttribute[];
}

/** The first of the silences that mutes the incident at `now`, or null. Pure. */
export function mutingSilence(
  silences: readonly Silence[],
  incident: MutedIncident,
  now: Date,
): Silence | null {
  const comparisons = new Comparisons();
  let attributes: ComparedAttributes | undefined;
  for (const silence of silences) {
    if (!concerns(silence, incident) || !isActiveAt(silence, now)) continue;
    attributes ??= comparedOf(incident);
    const compared = attributes;
    const matchers = silence.wire.matchers ?? [];
    // What is too much to compare does not hold: rather an alert too many.
    if (matchers.every((one) => judgeAttribute(one, compared, comparisons) === 'holds'))
      return silence;
  }
  return null;
}

function concerns({ wire }: Silence, { teamId, integrationId }: MutedIncident): boolean {
  if (wire.teamId.toLowerCase() !== teamId.toLowerCase()) return false;
  const ids = wire.integrationIds ?? [];
  return ids.length === 0 || ids.some((id) => id.toLowerCase() === integrationId);
}

function comparedOf({ attributes, title, severity, integrationName }: MutedIncident) {
  const integration = {
    name: 'Integration',
    value: integrationName,
    isImage: false,
    hideInPreviews: false,
    isGroupingKey: false,
  };
  // Last, as a reserved name means the incident itself whatever a tool sends under it.
  return new ComparedAttributes(
    { title, attributes: [...attributes, integration] },
    'Open',
    severity,
  );
}
