import { Table } from '@mantine/core';
import { formatCount } from '../../parts/formats.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import type { Counts } from './protocol.ts';
import { texts } from './texts.ts';

const columns = ['objects', 'read', 'imported', 'residue', 'noise'] as const;

/** Every value is in one of the last three columns. */
export function CountTable({ counts }: { counts: readonly Counts[] }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const rows = counts.filter(({ objects }) => objects > 0);
  return (
    <section
      className="scrolls-sideways"
      aria-label={t.counts}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <Table verticalSpacing={6} miw={560} className="import-counts" aria-label={t.counts}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.kind}</Table.Th>
            {columns.map((name) => (
              <Table.Th key={name}>{t.columns[name]}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.kind}>
              <Table.Td>{row.kind}</Table.Td>
              {columns.map((name) => (
                <Table.Td key={name}>{formatCount(row[name], language)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{t.allKinds}</Table.Th>
            {columns.map((name) => (
              <Table.Th key={name}>
                {formatCount(
                  rows.reduce((total, row) => total + row[name], 0),
                  language,
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </section>
  );
}
