import type { IncidentAttribute, Severity } from '../incidents/index.ts';
import { ComparedAttributes, Comparisons, judgeAttribute } from '../routing/index.ts';
import type { Silence } from './silence-kind.ts';
import { isActiveAt } from './silence-times.ts';

/** An incident that is about to open. */
interface MutedIncident {
  teamId: string;
  integrationId: string;
  /** Name of the integration. */
  integrationName: string;
  title: string;
  severity: Severity;
  attributes: IncidentAttribute[];
}

/** The first silence that matches the incident at `now`, one that opens nothing before others; or null. Pure. */
export function activeSilence(
  silences: readonly Silence[],
  incident: MutedIncident,
  now: Date,
): Silence | null {
  const comparisons = new Comparisons();
  let attributes: ComparedAttributes | undefined;
  let muting: Silence | null = null;
  for (const silence of silences) {
    if (!concerns(silence, incident) || !isActiveAt(silence, now)) continue;
    attributes ??= comparedOf(incident);
    const compared = attributes;
    const matchers = silence.wire.matchers ?? [];
    // A silence with too much to compare does not match: rather an alert too many.
    if (!matchers.every((one) => judgeAttribute(one, compared, comparisons) === 'holds')) continue;
    if (silence.wire.effect === 'openNothing') return silence;
    muting ??= silence;
  }
  return muting;
}

/**
 * The silences that may keep incidents of an integration from opening at `now`, as a text that changes as soon as
 * they do. Pure.
 */
export function keepersOf(
  silences: readonly Silence[],
  integration: Pick<MutedIncident, 'teamId' | 'integrationId'>,
  now: Date,
): string {
  return silences
    .filter((one) => one.wire.effect === 'openNothing' && concerns(one, integration))
    .filter((one) => isActiveAt(one, now))
    .map(({ id, updatedAt }) => `${id} ${updatedAt.getTime()}`)
    .join();
}

function concerns(
  { wire }: Silence,
  { teamId, integrationId }: Pick<MutedIncident, 'teamId' | 'integrationId'>,
): boolean {
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
