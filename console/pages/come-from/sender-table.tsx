import { Table, Text } from '@mantine/core';
import { useTexts } from '../../parts/texts.tsx';
import type { Sender } from './protocol.ts';
import { texts } from './texts.ts';

/** The change to make in each tool that sends today. */
export function SenderTable({ senders }: { senders: readonly Sender[] }) {
  const t = useTexts(texts);
  return (
    <Table className="rows" verticalSpacing={6} aria-label={t.sendersTitle}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.integration}</Table.Th>
          <Table.Th>{t.type}</Table.Th>
          <Table.Th>{t.toChange}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {senders.map(({ name, address, type, base }) => (
          <Table.Tr key={address}>
            <Table.Td className="breaks-anywhere">
              <Text size="sm" fw={600}>
                {name}
              </Text>
            </Table.Td>
            <Table.Td data-title={t.type}>{type}</Table.Td>
            <Table.Td className="breaks-anywhere">
              {base ? (
                <>
                  <Text size="sm">{t.keyStays}</Text>
                  <Text size="xs" c="dimmed">
                    <code>{base.was}</code> → <code>{`${location.origin}${base.path}`}</code>
                  </Text>
                </>
              ) : (
                <Text size="sm">{t.newAddress}</Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
