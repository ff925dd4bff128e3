import type { FindCursor } from 'mongodb';

/**
 * Yields the documents of a cursor page by page, and reads a page when the one before it is done with. One cursor
 * passes over all documents once; a new query for each page would pass again over those that stay. Ends between two
 * pages when told to.
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
