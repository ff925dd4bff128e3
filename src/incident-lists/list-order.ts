import { type IncidentDocument, listClassesOf } from '../incidents/index.ts';
import { AppError } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { type Place, placeCondition, type Query } from './list-filter.ts';

export const sortKeys = [
  'Urgency',
  'LatestInteraction',
  'LastUpdatedAt',
  'Created',
  'Title',
] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Order {
  sortBy: SortKey;
  ascending: boolean;
}

/** The values by which an incident is sorted, the last of them its id: where the page after it begins. */
export type Position = readonly (string | number)[];

/** A part of a sorted list that an index has in order: its incidents come before those of the next part. */
export interface ListPart {
  where: Query;
  sort: Record<string, 1 | -1>;
}

/** The list in its order, behind `after` where that is given. */
export function partsOf(order: Order, place: Place, after: Position | undefined): ListPart[] {
  const { sortBy, ascending } = order;
  const direction = ascending ? 1 : -1;
  const by = (...members: string[]) =>
    Object.fromEntries([...members, '_id'].map((member) => [member, direction] as const));
  const [first, second, third] = after ?? [];
  switch (sortBy) {
    case 'Created':
      return [
        {
          where: { ...placeCondition(place), ...datedAfter('createdAt', order, first, second) },
          sort: by('createdAt'),
        },
      ];
    case 'LastUpdatedAt':
      return [
        {
          where: { ...placeCondition(place), ...datedAfter('lastUpdatedAt', order, first, second) },
          sort: by('lastUpdatedAt'),
        },
      ];
    case 'Title': {
      const whole = { where: placeCondition(place), sort: by('sortTitle') };
      if (after === undefined) return [whole];
      return [
        { where: { ...whole.where, sortTitle: first, _id: beyond(order, second) }, sort: by() },
        { where: { ...whole.where, sortTitle: beyond(order, first) }, sort: by('sortTitle') },
      ];
    }
    case 'Urgency': {
      const sort = by('urgency', 'createdAt');
      if (after === undefined) return [{ where: placeCondition(place), sort }];
      const reached = Number(first);
      const same = place.urgencies.filter((urgency) => urgency === reached);
      const others = place.urgencies.filter((urgency) =>
        ascending ? urgency > reached : urgency < reached,
      );
      return [
        {
          where: {
            ...placeCondition({ ...place, urgencies: same }),
            ...datedAfter('createdAt', order, second, third),
          },
          sort: by('createdAt'),
        },
        { where: placeCondition({ ...place, urgencies: others }), sort },
      ];
    }
    case 'LatestInteraction':
      return interactionParts(order, place, after, by);
  }
}

/** Untouched incidents come last, or first, and are ordered by their creation. */
function interactionParts(
  order: Order,
  place: Place,
  after: Position | undefined,
  by: (...members: string[]) => Record<string, 1 | -1>,
): ListPart[] {
  const [touched, at, id] = after ?? [];
  const among = (isTouched: boolean) => {
    const classes = listClassesOf({ isTouched });
    return placeCondition({
      ...place,
      listClasses: place.listClasses.filter((listClass) => classes.includes(listClass)),
    });
  };
  const reached = after === undefined ? undefined : touched === 1;
  const dated: ListPart = {
    where: {
      ...among(true),
      lastInteractionAt: { $gt: new Date(0) },
      ...(reached === true ? datedAfter('lastInteractionAt', order, at, id) : {}),
    },
    sort: by('lastInteractionAt'),
  };
  const untouched: ListPart = {
    where: {
      ...among(false),
      ...(reached === false ? datedAfter('createdAt', order, at, id) : {}),
    },
    sort: by('createdAt'),
  };
  const parts = order.ascending ? [untouched, dated] : [dated, untouched];
  // The first part lies behind whoever is in the second.
  return reached === undefined || reached === !order.ascending ? parts : parts.slice(1);
}

export function positionOf(incident: IncidentDocument, { sortBy }: Order): Position {
  const { _id, createdAt, lastUpdatedAt, lastInteractionAt, sortTitle, urgency } = incident;
  switch (sortBy) {
    case 'Created':
      return [createdAt.getTime(), _id];
    case 'LastUpdatedAt':
      return [lastUpdatedAt.getTime(), _id];
    case 'Title':
      return [sortTitle ?? '', _id];
    case 'Urgency':
      return [urgency ?? 0, createdAt.getTime(), _id];
    case 'LatestInteraction':
      return lastInteractionAt
        ? [1, lastInteractionAt.getTime(), _id]
        : [0, createdAt.getTime(), _id];
  }
}

type PositionValue = string | number | undefined;

function beyond({ ascending }: Order, value: PositionValue | Date): Query {
  return ascending ? { $gt: value } : { $lt: value };
}

/** Few incidents share a millisecond: the index is entered there, and those that came before are passed over. */
function datedAfter(member: string, order: Order, time: PositionValue, id: PositionValue): Query {
  if (time === undefined) return {};
  const at = new Date(Number(time));
  return {
    $and: [
      { [member]: order.ascending ? { $gte: at } : { $lte: at } },
      { $or: [{ [member]: beyond(order, at) }, { [member]: at, _id: beyond(order, id) }] },
    ],
  };
}

/** Within what a date can be. */
function isTime(value: PositionValue): boolean {
  return typeof value !== 'number' || Math.abs(value) <= 8.64e15;
}

const shapes: Readonly<Record<SortKey, readonly ('string' | 'number')[]>> = {
  Urgency: ['number', 'number', 'string'],
  LatestInteraction: ['number', 'number', 'string'],
  LastUpdatedAt: ['number', 'string'],
  Created: ['number', 'string'],
  Title: ['string', 'string'],
};

export function writeCursor(position: Position, { sortBy, ascending }: Order): string {
  return Buffer.from(JSON.stringify([sortBy, ascending, ...position])).toString('base64url');
}

/** Throws 400 for what is no cursor of a list in this order. */
export function readCursor(cursor: string, { sortBy, ascending }: Order): Position {
  const shape = shapes[sortBy];
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed) && parsed[0] === sortBy && parsed[1] === ascending) {
      const position = parsed.slice(2) as Position;
      const isOfShape = shape.every(
        (type, i) => typeof position[i] === type && isTime(position[i]),
      );
      if (position.length === shape.length && isOfShape) return position;
    }
  } catch {
    // Falls through to the one error for all that is no cursor of ours.
  }
  throw new AppError('validation-failed', say('cursorInvalid'), {
    fields: { Cursor: [say('notACursor')] },
  });
}
