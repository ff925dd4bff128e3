import { type IntegrationMappingWire, mappingKind } from '../integrations/index.ts';
import { routingKind } from '../routing/index.ts';
import { itemOf, type Snapshot } from '../stage/index.ts';
import type { Divergence } from './first-divergence.ts';

/** A divergence, with the name of the object that decides it, and where that is in code. */
export interface Cause extends Divergence {
  /** Its id in the changes where only they make it, `new:<address>`; else null. */
  changeId: string | null;
  /** The part that decides, as the API calls it: `rules[1]`; null: all of it. */
  member: string | null;
}

export type Locate = (divergence: Divergence) => Cause;

export interface Worlds {
  present: Snapshot;
  changed: Snapshot;
  /** The ids of objects that the changes make, by `new:<address>`. */
  newIds?: ReadonlyMap<string, string>;
}

/** Members are those of the changed configuration: code that is being changed has these. */
export function locateIn({ present, changed, newIds = new Map() }: Worlds): Locate {
  const madeAs = new Map([...newIds].map(([name, id]) => [id, name]));
  return (divergence) => ({
    ...divergence,
    displayName: divergence.displayName ?? nameIn([changed, present], divergence),
    changeId: madeAs.get(divergence.id) ?? null,
    member: memberIn(changed, divergence),
  });
}

/** The name of the object, as it is in the first of the snapshots that has one. People are not named. */
function nameIn(snapshots: readonly Snapshot[], { entityType, id }: Divergence): string | null {
  if (entityType === 'User') return null;
  const kind = holders[entityType] ?? entityType;
  for (const { resources } of snapshots) {
    const wire = resources.get(kind)?.get(id)?.wire;
    if (wire && 'displayName' in wire && typeof wire.displayName === 'string')
      return wire.displayName;
  }
  return null;
}

/** Settings that have the id of the object that they belong to. */
const holders: Readonly<Record<string, string>> = {
  TeamEscalations: 'Team',
  InboundIntegrationMapping: 'InboundIntegration',
};

function memberIn(changed: Snapshot, { step, id, part }: Divergence): string | null {
  switch (step) {
    case 'Rule': {
      const rules = itemOf(changed, routingKind, id)?.wire.rules ?? [];
      const place = rules.findIndex((rule) => rule.id === part);
      return placeIn('rules', place);
    }
    case 'Mapping': {
      const mapping = itemOf(changed, mappingKind, id)?.wire;
      return mapping ? attributeIn(mapping, part) : null;
    }
    case 'Tier':
      return placeIn('escalationTiers', Number(part) - 1);
    case 'PolicyStep':
      return placeIn('steps', Number(part) - 1);
    default:
      return null;
  }
}

/** Null where none has the name: the mapping as a whole makes it, or leaves it out. */
function attributeIn({ attributesMapping }: IntegrationMappingWire, wanted: string): string | null {
  const { attributes } = attributesMapping;
  const place = attributes.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return placeIn('attributesMapping.attributes', place);
}

function placeIn(list: string, place: number): string | null {
  return place < 0 ? null : `${list}[${place}]`;
}
