import { Alert, Collapse, Group, List, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api } from '../../api/client.ts';
import { Icon } from '../../parts/icon.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { coverageTexts } from './coverage-texts.ts';

/** Why an incident of the next 14 days would reach nobody, or not everybody; nothing where all is well. */
export function CoverageNotice({ teamId }: { teamId: string }) {
  const t = useTexts(coverageTexts);
  const [opened, { toggle }] = useDisclosure(true);
  const coverage = api.useQuery('get', '/coverage', { params: { query: { TeamIds: [teamId] } } });
  const findings = coverage.data?.findings ?? [];
  if (findings.length === 0) return null;
  const gaps = findings.filter(({ level }) => level === 'Gap');
  const sorted = [...gaps, ...findings.filter(({ level }) => level !== 'Gap')];
  return (
    <Alert
      color={gaps.length > 0 ? 'red' : 'orange'}
      variant="light"
      icon={<Icon name="alert" />}
      className="breaks-anywhere"
    >
      <UnstyledButton onClick={toggle} aria-expanded={opened} className="team-finding-title">
        <Group gap={6} wrap="nowrap">
          <Text fw={650} size="sm">
            {gaps.length > 0 ? t.gaps(gaps.length) : t.hints(findings.length)}
          </Text>
          <Icon name={opened ? 'up' : 'down'} size={16} />
        </Group>
      </UnstyledButton>
      <Collapse expanded={opened}>
        <Stack gap={4} mt={6}>
          <List size="sm" spacing={4}>
            {sorted.map((finding) => (
              <List.Item
                key={`${finding.kind} ${finding.userId} ${finding.objectId} ${finding.start} ${finding.text}`}
              >
                <b>{t.levels[finding.level]}:</b> {finding.text}
              </List.Item>
            ))}
          </List>
        </Stack>
      </Collapse>
    </Alert>
  );
}
