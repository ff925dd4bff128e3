import { Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Code } from '../../parts/code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectTable } from '../../parts/object-table.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { MappingPreview } from './mapping-preview.tsx';
import { NewMapping } from './new-mapping.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { texts } from './texts.ts';

type Mapping = components['schemas']['GroupMapping'];

export default function GroupsPage() {
  const t = useTexts(texts);
  const isOwner = useMe().organizationRole === 'Owner';
  const query = { params: { query: { Limit: 100 } } };
  const groups = api.useQuery('get', '/group/search/list', query);
  const mappings = api.useQuery('get', '/group-mapping/search/list', query);
  const nameOf = ({ groupDisplayName, groupId }: Mapping) =>
    groupDisplayName ??
    groups.data?.groups.find(({ id }) => id === groupId)?.displayName ??
    groupId ??
    '';
  return (
    <SettingsFrame title={t.groups} lead={t.groupsLead} actions={isOwner && <NewMapping />}>
      <Stack gap="xl">
        <Stack gap="xs" maw={760}>
          <Title order={2} size="h4">
            {t.scim}
          </Title>
          <Text size="sm">{t.scimHelp}</Text>
          <Code text={`${location.origin}/api/scim/v2`} label={t.scim} />
        </Stack>
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t.mappings}
          </Title>
          <Loaded query={mappings}>
            {({ groupMappings }) =>
              groupMappings.length === 0 ? (
                <Empty title={t.noMappings}>{t.noMappingsHelp}</Empty>
              ) : (
                <ObjectTable
                  label={t.mappings}
                  items={groupMappings}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      title: t.group,
                      cell: (mapping) => (
                        <Group gap="xs">
                          {nameOf(mapping)}
                          <ByCodeBadge isProvisioned={mapping.isProvisioned} />
                        </Group>
                      ),
                    },
                    { title: t.gives, cell: (mapping) => <Gives mapping={mapping} /> },
                    {
                      title: t.actions,
                      isPlain: true,
                      cell: (mapping) => (
                        <MappingActions
                          mapping={mapping}
                          name={nameOf(mapping)}
                          isOwner={isOwner}
                        />
                      ),
                    },
                  ]}
                />
              )
            }
          </Loaded>
        </Stack>
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t.group}
          </Title>
          <Loaded query={groups}>
            {(page) =>
              page.groups.length === 0 ? (
                <Empty title={t.noGroups}>{t.noGroupsHelp}</Empty>
              ) : (
                <Groups groups={page.groups} />
              )
            }
          </Loaded>
        </Stack>
      </Stack>
    </SettingsFrame>
  );
}

function Groups({ groups }: { groups: components['schemas']['Group'][] }) {
  const t = useTexts(texts);
  return (
    <ObjectTable
      label={t.group}
      items={groups}
      keyOf={({ id }) => id}
      columns={[
        { title: t.group, cell: ({ displayName }) => displayName },
        { title: t.members, cell: ({ memberCount }) => memberCount },
        {
          title: t.mappings,
          cell: ({ groupMappingIds }) => groupMappingIds.length,
        },
      ]}
    />
  );
}

function Gives({ mapping }: { mapping: Mapping }) {
  const t = useTexts(texts);
  const teams = useNames('Team');
  const { organizationRole, teamId, teamRole, createTeam } = mapping;
  const team = createTeam ? t.ownTeam : (teams.data?.get(teamId ?? '') ?? teamId ?? '');
  return [
    ...(organizationRole ? [t.inOrganization(t.roles[organizationRole])] : []),
    ...(teamRole ? [t.inTeam(t.roles[teamRole], team)] : []),
  ].join(', ');
}

function MappingActions({
  mapping,
  name,
  isOwner,
}: {
  mapping: Mapping;
  name: string;
  isOwner: boolean;
}) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const isReadOnly = useIsReadOnly(mapping.isProvisioned);
  const removing = api.useMutation('delete', '/group-mapping/{id}');
  return (
    <Group gap="xs">
      <AsCodeButton type="tocsin_group_mapping" id={mapping.id} />
      {isOwner && !isReadOnly && (
        <Confirm
          label={shared.remove}
          of={name}
          size="compact-sm"
          question={t.removeMapping}
          mutation={removing}
          onConfirm={async () => {
            await removing.mutateAsync({
              params: { path: { id: mapping.id }, header: asSeen(mapping) },
            });
            await queries.invalidateQueries({ queryKey: ['get', '/group-mapping/search/list'] });
          }}
        >
          <MappingPreview id={mapping.id} />
        </Confirm>
      )}
    </Group>
  );
}
