import { Button, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';

export interface Column<Item> {
  title: string;
  /** The content of a cell. The first column names the row. */
  cell: (item: Item) => ReactNode;
  /** Left out on phones. */
  isExtra?: boolean;
  /** Says on a phone without its title what it is: buttons. */
  isPlain?: boolean;
}

export interface ObjectTableProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Fits a phone as it is: a name and a few numbers. */
  isNarrow?: boolean;
  columns: readonly Column<Item>[];
  hasMore?: boolean;
  isLoadingMore?: boolean;
  onMore?: () => unknown;
}

/** A table of objects. On phones each is a paragraph, and extra columns are left out: the first one must say enough. */
export function ObjectTable<Item>(props: ObjectTableProps<Item>) {
  const t = useTexts(sharedTexts);
  const {
    label,
    items,
    keyOf,
    columns,
    isNarrow = false,
    hasMore = false,
    isLoadingMore = false,
    onMore,
  } = props;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="scrolls-sideways" aria-label={label} tabIndex={0}>
        <Table
          className={isNarrow ? undefined : 'rows'}
          verticalSpacing="sm"
          highlightOnHover
          aria-label={label}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, isExtra }) => (
                <Table.Th key={title} visibleFrom={isExtra ? 'sm' : undefined}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr key={keyOf(item)}>
                {columns.map(({ title, cell, isExtra, isPlain = false }, place) => (
                  <Table.Td
                    key={title}
                    data-title={place === 0 || isPlain ? undefined : title}
                    className="breaks-anywhere"
                    visibleFrom={isExtra ? 'sm' : undefined}
                  >
                    {cell(item)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {hasMore && onMore && (
        <Button variant="default" loading={isLoadingMore} onClick={() => onMore()}>
          {t.more}
        </Button>
      )}
    </>
  );
}
