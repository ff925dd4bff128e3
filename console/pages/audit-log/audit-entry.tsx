import { Badge, Button, Drawer, Group, Stack, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { Moment } from '../../parts/moment.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Entry = components['schemas']['AuditLog'];

/** One entry: who, through what, and each member before and after. */
export function AuditEntry({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  const shared = useTexts(sharedTexts);
  return (
    <Drawer
      opened={entry !== null}
      onClose={onClose}
      title={entry?.action}
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      {entry && <Shown entry={entry} onClose={onClose} />}
    </Drawer>
  );
}

function Shown({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { modification, signatureStatus, changes } = entry;
  const { userDisplayName, userIdentifier } = modification;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Badge variant="default">{t.sources[entry.source]}</Badge>
        <Text size="sm" c={signatureStatus.isValid ? undefined : 'red'} fw={600}>
          {signatureStatus.isValid ? t.signed : t.altered}
        </Text>
      </Group>
      <Text size="sm" className="breaks-anywhere">
        <Moment at={modification.timestamp} absolute /> · {userDisplayName ?? t.nobody}
        {userIdentifier !== null && ` (${userIdentifier})`}
      </Text>
      <Text size="sm" className="breaks-anywhere">
        {entry.entityType} · {entry.entityDisplayName ?? ''} · {entry.entityId}
      </Text>
      <ByAgent entry={entry} />
      <Text size="sm">
        {t.expires}{' '}
        {entry.expiresAt === null ? t.forEver : <Moment at={entry.expiresAt} absolute />}
      </Text>
      {changes === null && <Text size="sm">{t.forgotten}</Text>}
      {changes?.length === 0 && <Text size="sm">{t.noChanges}</Text>}
      {changes && changes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="scrolls-sideways" aria-label={t.show} tabIndex={0}>
          <Table aria-label={t.show}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.member}</Table.Th>
                <Table.Th>{t.before}</Table.Th>
                <Table.Th>{t.after}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map(({ path, before, after }) => (
                <Table.Tr key={path}>
                  <Table.Td className="breaks-anywhere">{path}</Table.Td>
                  <Table.Td className="breaks-anywhere">{shownValue(before, t.absent)}</Table.Td>
                  <Table.Td className="breaks-anywhere">{shownValue(after, t.absent)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
      {entry.requestId !== null && (
        <Text size="xs" c="dimmed" className="breaks-anywhere">
          {t.request} {entry.requestId}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          onClick={() => {
            onClose();
            void navigate({
              to: '/audit-log',
              search: { kind: entry.entityType, object: entry.entityId },
            });
          }}
        >
          {t.onlyThis}
        </Button>
      </Group>
    </Stack>
  );
}

/** Which tool an agent used, and what its program called itself. */
function ByAgent({ entry: { tool, client } }: { entry: Entry }) {
  const t = useTexts(texts);
  if (tool === null) return null;
  return (
    <Text size="sm" className="breaks-anywhere">
      {t.byTool}: {tool}
      {client !== null && ` · ${t.throughProgram}: ${t.byClient(client)}`}
    </Text>
  );
}

function shownValue(value: unknown, absent: string): string {
  if (value === undefined) return absent;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
