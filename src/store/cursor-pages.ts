import type { FindCursor } from 'mongodb';

/**
 * What a cursor finds, a page at a time, each read when the one before it is done with. One cursor passes over all of it once, where
 * asking anew for each page would pass again over what stays. Ends between two pages when told to.
 */
export async function* pagesOf<Found>(
  cursor: FindCursor<Found>,
  pageSize: number,
  stopping: AbortSignal,
): AsyncGenerator<Found[]> {
  try {
    cursor.batchSize(pageSize);
    while (!stopping.aborted && (await cursor.hasNext()))
      yield cursor.readBufferedDocuments(pageSize);
  } finally {
    await cursor.close();
  }
}
