import type { Catalogue } from '../catalogue/index.ts';
import type { PastView } from '../ingest/index.ts';
import {
  type IntakeView,
  integrationKind,
  mappingInForce,
  mappingKind,
  viewOf,
} from '../integrations/index.ts';
import { ProgramCache } from '../mapping/index.ts';
import { itemsOf, type Snapshot } from '../stage/index.ts';
import { teamKind } from '../teams/index.ts';

/** How payloads of each integration are read, by its id; nothing where it, its team or its type is gone. */
export function viewsOf(snapshot: Snapshot, catalogue: Catalogue): Map<string, PastView> {
  const programs = new ProgramCache();
  const mappings = new Map(itemsOf(snapshot, mappingKind).map(({ id, wire }) => [id, wire]));
  const teams = new Map(itemsOf(snapshot, teamKind).map(({ id, wire }) => [id, wire]));
  const views = new Map<string, PastView>();
  for (const stored of itemsOf(snapshot, integrationKind)) {
    // Nobody sends to it.
    const integration = { ...stored, internal: noTokens };
    const type = catalogue.find(integration.wire.type);
    const team = teams.get(integration.wire.teamId.toLowerCase());
    if (!type || !team) continue;
    const inForce = mappingInForce(type, mappings.get(integration.id));
    const program = programs.get(inForce.mappingKey, () => inForce.mapping);
    const documents = { integration, team, type, program, windows: [], ...inForce };
    views.set(integration.id, { ...viewOf({ ...documents, language: 'en' }), isUntraced: true });
  }
  return views;
}

const noTokens = {
  ingestToken: { hash: '', sealed: '' },
  formerIngestToken: null,
};

/** Both read each payload the same way. */
export function areAlike(one: IntakeView, other: IntakeView): boolean {
  return (
    one.mappingKey === other.mappingKey &&
    one.type.id === other.type.id &&
    one.splitsAlerts === other.splitsAlerts &&
    one.displayName === other.displayName
  );
}
