import { Modal, Table } from '@mantine/core';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { panelTexts } from './panel-texts.ts';

/** What each key does. */
export default function KeyHelp({ onClose }: { onClose(): void }) {
  const p = useTexts(panelTexts);
  const { close } = useTexts(sharedTexts);
  return (
    <Modal opened onClose={onClose} title={p.keys} closeButtonProps={{ 'aria-label': close }}>
      <Table aria-label={p.keys}>
        <Table.Tbody>
          {Object.entries(p.keyTexts).map(([keys, text]) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row">
                {keys.split(' ').map((key) => (
                  <kbd key={key} className="key">
                    {key}
                  </kbd>
                ))}
              </Table.Th>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
