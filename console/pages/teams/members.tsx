import { Button, Group, Modal, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { ByCodeBadge, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { BackNotice, useIsKept, useKept } from '../../parts/draft/index.ts';
import { Empty } from '../../parts/empty.tsx';
import { Face } from '../../parts/face.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useNames } from '../../parts/names.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useClear } from '../../parts/use-clear.ts';
import { useFocusBack } from '../../parts/use-focus-back.ts';
import { texts } from './texts.ts';
import { type Member, refreshMembers, useMembers } from './use-members.ts';

type Role = components['schemas']['TeamMembershipInput']['role'];

const draftName = 'member';
const roles: readonly Role[] = ['Member', 'Administrator'];

/** Who is in the team, with which role, and where that comes from. */
export function Members({ teamId }: { teamId: string }) {
  const t = useTexts(texts);
  const mayAdminister = useMayAdminister(teamId);
  const members = useMembers(teamId);
  const [isAdding, setAdding] = useState(useIsKept(draftName));
  return (
    <Loaded query={members}>
      {(list) => (
        <Stack>
          {mayAdminister && (
            <Group justify="flex-end">
              <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
                {t.addMember}
              </Button>
            </Group>
          )}
          {list.length === 0 ? (
            <Empty title={t.noMembers}>{t.noMembersHelp}</Empty>
          ) : (
            <section
              className="scrolls-sideways"
              aria-label={t.members}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
              tabIndex={0}
            >
              <Table className="rows" verticalSpacing="sm" aria-label={t.members}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t.name}</Table.Th>
                    <Table.Th>{t.role}</Table.Th>
                    <Table.Th>{t.source}</Table.Th>
                    {mayAdminister && <Table.Td />}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {list.map((member) => (
                    <MemberRow key={member.id} member={member} mayAdminister={mayAdminister} />
                  ))}
                </Table.Tbody>
              </Table>
            </section>
          )}
          {isAdding && (
            <AddMember teamId={teamId} members={list} onClose={() => setAdding(false)} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function MemberRow({ member, mayAdminister }: { member: Member; mayAdminister: boolean }) {
  const t = useTexts(texts);
  const mayEdit = !useIsReadOnly(member.isProvisioned) && mayAdminister;
  const { name, email, role, effectiveRole, source, activatedAt } = member;
  return (
    <Table.Tr>
      <Table.Td className="breaks-anywhere">
        <Group gap="xs">
          <Face name={name} size={24} />
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <ByCodeBadge isProvisioned={member.isProvisioned} />
        </Group>
        {email && email !== name && (
          <Text size="xs" c="dimmed">
            {email}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-title={mayEdit ? undefined : t.role}>
        {mayEdit ? <RoleSelect member={member} /> : <Text size="sm">{t.roles[role]}</Text>}
        {effectiveRole !== role && (
          <Text size="xs" c="dimmed">
            {t.byGroup(t.roles[effectiveRole])}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-title={t.source}>
        <Text size="sm" span>
          {t.sources[source]}
        </Text>
        {activatedAt === null && (
          <Text size="xs" c="dimmed">
            {t.invited}
          </Text>
        )}
      </Table.Td>
      {mayAdminister && (
        <Table.Td>
          <Group justify="flex-end">{mayEdit && <RemoveMember member={member} />}</Group>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function RoleSelect({ member }: { member: Member }) {
  const t = useTexts(texts);
  const tell = useTell();
  const replace = api.useMutation('put', '/team-membership/{id}');
  const { id, name, email, teamId, role, userId } = member;
  return (
    <Select
      aria-label={t.roleOf(name)}
      data={roles.map((value) => ({ value, label: t.roles[value] }))}
      value={role}
      allowDeselect={false}
      readOnly={replace.isPending}
      size="xs"
      w={160}
      onChange={(chosen) => {
        const next = roles.find((one) => one === chosen);
        if (!next || next === role) return;
        replace.mutate(
          {
            params: { path: { id }, header: asSeen(member) },
            body: { teamId, role: next, userId, email: userId ? null : email },
          },
          {
            onSuccess: async () => {
              await refreshMembers();
              tell.done();
            },
            onError: tell.refused,
          },
        );
      }}
    />
  );
}

function RemoveMember({ member }: { member: Member }) {
  const t = useTexts(texts);
  const tell = useTell();
  const { person } = useMe();
  const remove = api.useMutation('delete', '/team-membership/{id}');
  const { id, name, userId } = member;
  return (
    <Confirm
      label={t.removeMember}
      of={name}
      size="compact-sm"
      question={t.removeQuestion(name)}
      mutation={remove}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { path: { id }, header: asSeen(member) } });
        await refreshMembers();
        if (userId === person.id) await queryClient.invalidateQueries({ queryKey: ['get', '/me'] });
        tell.done(t.removed);
      }}
    />
  );
}

interface AddMemberProps {
  teamId: string;
  members: readonly Member[];
  onClose: () => void;
}

interface NewMember {
  userId: string | null;
  email: string;
  role: Role;
}

const emptyForm: NewMember = { userId: null, email: '', role: 'Member' };

function AddMember({ teamId, members, onClose }: AddMemberProps) {
  useFocusBack();
  const t = useTexts(texts);
  const clear = useClear();
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const me = useMe();
  const people = useNames(me.organizationRole === null ? null : 'User');
  const form = useKept(draftName, emptyForm);
  const { userId, email, role } = form.value;
  const set = (members: Partial<NewMember>) => form.set({ ...form.value, ...members });
  const [isChecked, setChecked] = useState(false);
  const create = api.useMutation('post', '/team-membership');
  const inTeam = new Set(members.map((member) => member.userId?.toLowerCase()));
  const others = [...(people.data ?? [])].filter(([id]) => !inTeam.has(id));
  const isEmpty = userId === null && email.trim() === '';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.addMember}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (isEmpty) return;
          const who = userId === null ? { email: email.trim() } : { userId };
          create.mutate(
            { body: { teamId, role, ...who } },
            {
              onSuccess: async () => {
                await refreshMembers();
                form.settle();
                tell.done(t.added);
                onClose();
              },
            },
          );
        }}
      >
        <Stack>
          <Select
            label={t.person}
            data={others.map(([value, label]) => ({ value, label }))}
            value={userId}
            onChange={(chosen) => set({ userId: chosen })}
            searchable
            {...clear(t.person)}
            limit={100}
            error={isChecked && isEmpty ? t.choosePerson : undefined}
          />
          <TextInput
            type="email"
            label={t.orInvite}
            description={t.inviteHelp}
            value={email}
            disabled={userId !== null}
            onChange={(event) => set({ email: event.currentTarget.value })}
          />
          <Select
            label={t.role}
            data={roles.map((value) => ({ value, label: t.roles[value] }))}
            value={role}
            allowDeselect={false}
            onChange={(chosen) => set({ role: roles.find((one) => one === chosen) ?? 'Member' })}
          />
          <BackNotice back={form.back} />
          {Boolean(create.error) && <ProblemNotice error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
