import { useQueries, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { needsCursor, pageQuery, pageSize, type parametersOf } from './list-query.ts';

type Parameters = ReturnType<typeof parametersOf>;

/**
 * The pages of a long list that the window shows. An infinite query would ask for all pages again when one incident
 * changes; here each page is its own, so ten thousand incidents cost the two that are on the screen.
 */
export function useListPages(parameters: Parameters) {
  const key = JSON.stringify(parameters);
  const [shown, setShown] = useState({ key, first: 0, last: 0 });
  const range = shown.key === key ? shown : { key, first: 0, last: 0 };
  const numbers = Array.from(
    { length: range.last - range.first + 1 },
    (_, offset) => range.first + offset,
  );
  // Where pages far down begin: as the page before said when it was first there, so that a page stays the same query.
  const cursors = useRef({ key, byPage: new Map<number, string>() });
  if (cursors.current.key !== key) cursors.current = { key, byPage: new Map() };
  const { byPage } = cursors.current;
  const queryOf = (page: number) => pageQuery(parameters, page, byPage.get(page));

  // The first page is always kept up to date: it decides whether there is anything.
  const first = useQuery(pageQuery(parameters, 0));
  const queries = useQueries({ queries: numbers.map(queryOf) });

  // How far the list is known to go, in pages; it grows while pages say that there are more.
  const [known, setKnown] = useState({ key, pages: 1 });
  const pages = known.key === key ? known.pages : 1;
  let reaches = pages;
  queries.forEach(({ data }, at) => {
    if (!data) return;
    const next = (numbers[at] ?? 0) + 1;
    const { nextCursor, hasMore } = data;
    if (nextCursor && needsCursor(next) && !byPage.has(next)) byPage.set(next, nextCursor);
    if (hasMore) reaches = Math.max(reaches, next + 1);
    else reaches = Math.min(reaches, next);
  });
  // Before anything is drawn by what was known.
  if (reaches !== pages) setKnown({ key, pages: reaches });

  const dataOf = (page: number) =>
    queryClient.getQueryData(queryOf(page).queryKey) as
      | { incidents: Incident[]; hasMore: boolean }
      | undefined;
  const last = dataOf(pages - 1);
  const count = last
    ? (pages - 1) * pageSize + last.incidents.length
    : // Grey lines below what is there, until they are.
      (pages - 1) * pageSize + (pages === 1 ? 0 : 3);

  return {
    count,
    isComplete: last !== undefined && !last.hasMore,
    /** There may be more than the list has. */
    isPartial: queries.some(({ data }) => data?.isPartial),
    /** How many incidents pass the filters and are not in the list. */
    leftOut: first.data?.leftOut ?? null,
    /** How many there are of each status. */
    counts: first.data?.counts ?? null,
    first,
    incidentAt: (index: number): Incident | undefined =>
      dataOf(Math.floor(index / pageSize))?.incidents[index % pageSize],
    /** Called with the rows that the window shows now. */
    show(from: number, to: number): void {
      const first = Math.max(0, Math.floor(from / pageSize));
      const last = Math.min(pages - 1, Math.floor(to / pageSize));
      if (first !== range.first || last !== range.last || shown.key !== key)
        setShown({ key, first, last: Math.max(first, last) });
    },
  };
}
