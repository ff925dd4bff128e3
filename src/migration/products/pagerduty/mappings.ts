import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import type { Change, EventAttributes } from './event-attributes.ts';
import { type Attribute, attributeShowing, eventAttributes, severityMap } from './event-mapping.ts';
import type { Grouping } from './grouping.ts';

type Mapping = Bodies['tocsin_integration_mapping'];

/**
 * Collects how each integration reads events; nothing is written for integrations that need no mapping of their own.
 */
export interface Mappings {
  group(integrationId: string, grouping: Grouping): void;
  /** Rules compare these attributes, or texts name them. */
  need(integrationId: string, names: Iterable<string>): void;
  /** All events are changed so before rules look at them. */
  change(integrationId: string, changes: readonly Change[]): void;
  /** An integration that reads events; `key` is that of its mapping. */
  expect(integrationId: string, key: string, source: Source): void;
  write(work: Pick<Work, 'add'>, events: EventAttributes): void;
}

interface Draft {
  source: Source;
  key: string;
  grouping: Grouping | null;
  names: Set<string>;
  changes: Change[];
}

/** Mappings of the server have no more. */
const attributesMax = 200;

export function createMappings(): Mappings {
  const drafts = new Map<string, Draft>();
  return {
    expect(integrationId, key, source) {
      drafts.set(integrationId, {
        ...{ source, key, grouping: null, names: new Set(), changes: [] },
      });
    },
    group(integrationId, grouping) {
      const draft = drafts.get(integrationId);
      if (draft) draft.grouping = grouping;
    },
    need(integrationId, names) {
      for (const name of names) drafts.get(integrationId)?.names.add(name);
    },
    change(integrationId, changes) {
      drafts.get(integrationId)?.changes.push(...changes);
    },
    write(work, events) {
      for (const [integrationId, draft] of drafts) {
        const attributes = attributesOf(draft, events);
        if (attributes === null) continue;
        const windowInSeconds = draft.grouping?.windowInSeconds;
        const mapping: Mapping['attributesMapping'] = {
          attributes: attributes.slice(0, attributesMax),
          ...(windowInSeconds !== undefined && { groupingWindowInSeconds: windowInSeconds }),
        };
        if (attributes.length > attributesMax)
          draft.source.say(
            'behaviour',
            `its mapping has only the first ${attributesMax} attributes`,
            'id',
          );
        work.add('tocsin_integration_mapping', draft.key, {
          integrationId,
          attributesMapping: mapping,
        });
      }
    },
  };
}

/** Null: that of the type will do. */
function attributesOf(
  { grouping, names, changes }: Draft,
  events: EventAttributes,
): Attribute[] | null {
  const compared = events.attributes(names, changes);
  if (compared.length === 0 && changes.length === 0 && grouping === null) return null;
  // The first that finds something counts, and the last change of a field is the one that stays.
  const changed = changes.toReversed().flatMap(({ target, steps }): Attribute[] => {
    const name = attributeShowing(target);
    if (name === null) return [];
    const isSeverity = name === 'Severity';
    return [{ name, mappings: isSeverity ? [...steps, { map: severityMap }] : steps }];
  });
  return [...compared, ...changed, ...eventAttributes, ...(grouping?.attributes ?? [])];
}
