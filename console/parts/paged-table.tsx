import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { ObjectTable, type ObjectTableProps } from './object-table.tsx';

export const pageSize = 50;

/** Options of `api.useInfiniteQuery` for a list that counts, in pages of `pageSize`. */
export const byOffset = {
  pageParamName: 'Offset',
  initialPageParam: 0,
  getNextPageParam: ({ hasMore }: { hasMore: boolean }, pages: readonly unknown[]) =>
    hasMore ? pages.length * pageSize : undefined,
};

type List<Page> = Pick<
  UseInfiniteQueryResult<InfiniteData<Page>, unknown>,
  'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

export interface PagedTableProps<Page, Item>
  extends Pick<ObjectTableProps<Item>, 'label' | 'columns'> {
  list: List<Page>;
  itemsOf: (page: Page) => readonly Item[];
  /** Sorts all items that are loaded; left out: they stay in the order of the server. */
  order?: (one: Item, other: Item) => number;
  /** In place of the table where there is nothing. */
  empty: ReactNode;
}

/** A table of all pages that were loaded so far, and a button for the next. */
export function PagedTable<Page, Item extends { id: string }>({
  list,
  itemsOf,
  order,
  empty,
  ...table
}: PagedTableProps<Page, Item>) {
  return (
    <Loaded query={list}>
      {({ pages }) => {
        const loaded = pages.flatMap(itemsOf);
        const items = order ? loaded.toSorted(order) : loaded;
        if (items.length === 0) return empty;
        return (
          <ObjectTable
            {...table}
            items={items}
            keyOf={({ id }) => id}
            hasMore={list.hasNextPage}
            isLoadingMore={list.isFetchingNextPage}
            onMore={() => list.fetchNextPage()}
          />
        );
      }}
    </Loaded>
  );
}
