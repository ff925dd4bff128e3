import { Group, Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { Empty } from '../empty.tsx';
import { Loaded } from '../loaded.tsx';
import { NewButton } from '../new-button.tsx';
import { ObjectTable } from '../object-table.tsx';
import { useNameColumn } from '../objects/index.ts';
import { useTexts } from '../texts.tsx';
import { policiesMax } from './policy.ts';
import { texts } from './texts.ts';
import { usePolicyColumns } from './use-policy-columns.tsx';

/** The policies of a team, its default first. */
export default function TeamPolicies({ teamId }: { teamId: string }) {
  const t = useTexts(texts);
  const mayCreate = useMayAdminister(teamId);
  const { markOf, columns } = usePolicyColumns();
  const list = api.useQuery('get', '/escalation-policy/search/list', {
    params: { query: { TeamId: teamId, Limit: policiesMax } },
  });
  const create = mayCreate && (
    <NewButton begin={{ to: '/on-call/policies/new', search: { team: teamId } }}>
      {t.create}
    </NewButton>
  );
  const name = useNameColumn('policy', markOf);
  return (
    <Loaded query={list}>
      {({ escalationPolicies: policies }) =>
        policies.length === 0 ? (
          <Empty title={t.none} action={create}>
            {t.noneHelp}
          </Empty>
        ) : (
          <Stack>
            <Group justify="space-between">
              <Text size="sm" c="dimmed" maw={560}>
                {t.teamLead} {policies.every(({ isDefault }) => !isDefault) && t.tiersCount}
              </Text>
              {create}
            </Group>
            <ObjectTable
              label={t.title}
              items={policies.toSorted(
                (one, other) => Number(other.isDefault) - Number(one.isDefault),
              )}
              keyOf={({ id }) => id}
              columns={[name, ...columns]}
            />
          </Stack>
        )
      }
    </Loaded>
  );
}
