import type { Collection } from 'mongodb';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';

/**
 * The texts of some hundred incidents, packed: a search through all incidents reads these, which are a fraction of the
 * incidents.
 */
export interface TextBlock {
  /** Organization and number: later blocks have the texts of later changes. */
  _id: string;
  organizationId: string;
  /** Raised with each change. */
  revision: number;
  /**
   * Ids with a space between them. A search reads them all, and an array of strings takes ten times as long to read.
   */
  incidentIds: string;
  /** The text of each of these incidents as `packText` makes it, followed by a zero byte; compressed. */
  texts: Buffer;
  /** Positions of incidents with more text than is kept: any term may be in the rest. */
  cut: number[];
  /** Takes no more texts; then it has a `TextFilter`, or gets one. */
  isFull?: boolean;
  /** When the newest of its incidents was created. */
  newest: Date;
}

const blockSchema = schemaOf<TextBlock>({
  _id: String,
  organizationId: String,
  revision: Number,
  incidentIds: String,
  texts: Buffer,
  cut: [Number],
  isFull: Boolean,
  newest: Date,
});
// For the removal of an organization.
blockSchema.index({ organizationId: 1 });

export const textBlockModel = defineModel<TextBlock>('incident_texts', blockSchema);

export function idsIn({ incidentIds }: Pick<TextBlock, 'incidentIds'>): string[] {
  return splitIds(incidentIds);
}

export function splitIds(ids: string): string[] {
  return ids === '' ? [] : ids.split(' ');
}

export function textBlocksOf(world: Pick<World, 'store'>): Collection<TextBlock> {
  return driverCollection(textBlockModel(world.store));
}

/**
 * Says whether a full block can contain a term, without reading its texts. It may wrongly say yes, but never wrongly
 * no.
 */
export interface TextFilter {
  /** That of the block. */
  _id: string;
  organizationId: string;
  /** As `gramFilterOf` makes them. */
  bits: Buffer;
  /**
   * Incidents of the block with more text than is kept, with a space between them: the filter does not know the rest.
   */
  cutIds: string;
}

const filterSchema = schemaOf<TextFilter>({
  _id: String,
  organizationId: String,
  bits: Buffer,
  cutIds: String,
});
filterSchema.index({ organizationId: 1 });

export const textFilterModel = defineModel<TextFilter>('incident_text_filters', filterSchema);

export function textFiltersOf(world: Pick<World, 'store'>): Collection<TextFilter> {
  return driverCollection(textFilterModel(world.store));
}

/** How far the texts of an organization's incidents are packed. */
export interface TextPosition {
  /** That of the organization. */
  _id: string;
  /** Incidents that changed before are packed, unless whoever changed them was late. */
  until: Date;
  /** Number of the last block. */
  block: number;
  /** The block that is looked at next for incidents that are gone. */
  swept?: string;
}

export const textPositionModel = defineModel<TextPosition>(
  'incident_text_positions',
  schemaOf<TextPosition>({
    _id: String,
    until: Date,
    block: Number,
    swept: String,
  }),
);

export function textPositionsOf(world: Pick<World, 'store'>): Collection<TextPosition> {
  return driverCollection(textPositionModel(world.store));
}

/**
 * Changes of this long before the position are looked at again: an incident gets its time before it is stored, and
 * clocks of processes differ.
 */
export const textLateMilliseconds = 15_000;

/** The driver answers stored bytes in a type of its own. */
export function bytesOf(stored: Uint8Array | { buffer: Uint8Array }): Uint8Array {
  return stored instanceof Uint8Array ? stored : stored.buffer;
}

/** Ids of an organization's blocks; in the order of their numbers. */
export function blockId(organizationId: string, block: number): string {
  return `${organizationId} ${String(block).padStart(10, '0')}`;
}

export function blockNumber(id: string): number {
  return Number(id.slice(id.lastIndexOf(' ') + 1));
}

export function blocksOfOrganization(organizationId: string) {
  return { $gt: `${organizationId} `, $lt: `${organizationId}!` };
}
