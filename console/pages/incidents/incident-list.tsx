import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { useTexts } from '../../parts/texts.tsx';
import { IncidentRow } from './incident-row.tsx';
import { texts } from './texts.ts';
import type { useListPages } from './use-list-pages.ts';
import { useWindowRows } from './use-window-rows.ts';

export interface IncidentListProps {
  pages: ReturnType<typeof useListPages>;
  /** The row of the keyboard; -1: none. */
  cursor: number;
  selected: ReadonlyMap<string, Incident>;
  onSelect(incident: Incident): void;
}

/** As in incidents.css. */
const rowHeights = { desk: 66, phone: 124 };

/** Rows of one height: only those in the window exist, however many there are. */
export function IncidentList({ pages, cursor, selected, onSelect }: IncidentListProps) {
  const t = useTexts(texts);
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const height = isPhone ? rowHeights.phone : rowHeights.desk;
  const list = useRef<HTMLDivElement>(null);
  const { rows, reveal } = useWindowRows(list, { count: pages.count, height });
  const from = rows[0] ?? 0;
  const to = rows.at(-1) ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is in the window decides
  useEffect(() => pages.show(from, to), [from, to, pages.count]);
  useEffect(() => {
    if (cursor >= 0) reveal(cursor);
  }, [cursor, reveal]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in the window exist, so they say their number themselves
    <div
      ref={list}
      role="list"
      aria-label={t.title}
      className="incident-list"
      style={{ height: pages.count * height }}
    >
      {rows.map((row) => {
        const incident = pages.incidentAt(row);
        return (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div
            key={incident?.id ?? row}
            role="listitem"
            aria-posinset={row + 1}
            aria-setsize={pages.isComplete ? pages.count : -1}
            className="incident-place"
            style={{ height, transform: `translateY(${row * height}px)` }}
          >
            {incident ? (
              <IncidentRow
                incident={incident}
                isCurrent={row === cursor}
                isSelected={selected.has(incident.id)}
                onSelect={onSelect}
              />
            ) : (
              <Skeleton height={height - 8} />
            )}
          </div>
        );
      })}
    </div>
  );
}
