import type { Connection } from 'mongoose';

/**
 * The sentences in the history of an incident have a code and values now; the ones that are there already become
 * words without a code of their own.
 */
export async function saidInHistories(connection: Connection): Promise<void> {
  const incidents = connection.collection<Incident>('incidents');
  for (let last = ''; ; ) {
    const page = await incidents
      .find({ _id: { $gt: last }, 'events.message': { $type: 'string' } })
      .project<Incident>({ 'events.id': 1, 'events.message': 1 })
      .sort({ _id: 1 })
      .limit(pageSize)
      .toArray();
    const next = page.at(-1)?._id;
    if (next === undefined) return;
    await incidents.bulkWrite(page.flatMap(updatesOf));
    last = next;
  }
}

const pageSize = 100;

interface Incident {
  _id: string;
  events: { id: string; message?: unknown }[];
}

/** Each event by its id: another process may append to the history meanwhile. */
function updatesOf({ _id, events }: Incident) {
  return events.flatMap(({ id, message }) =>
    typeof message === 'string'
      ? {
          updateOne: {
            filter: { _id },
            update: {
              $set: { 'events.$[told].message': { code: 'words', values: { text: message } } },
            },
            arrayFilters: [{ 'told.id': id }],
          },
        }
      : [],
  );
}
