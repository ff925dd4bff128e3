import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { publicApi } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { useMe } from '../../api/session.tsx';
import { BackNotice, useIsKept, useKept } from '../../parts/draft/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Invitation } from './invitation.tsx';
import { texts } from './texts.ts';

const roles = ['Member', 'Administrator', 'Owner'] as const;
const draftName = 'invitation';
const emptyForm: { email: string; role: (typeof roles)[number] } = { email: '', role: 'Member' };

/** Brings somebody into the organization, and makes the link by which they sign in. */
export function InvitePerson() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(useIsKept(draftName));
  const form = useKept(draftName, emptyForm);
  const { email, role } = form.value;
  const inviting = useMutation({
    mutationFn: async () => {
      const made = await publicApi.POST('/organization-membership', {
        body: { email: email.trim(), role },
      });
      if (made.error) throw made.error;
      await queries.invalidateQueries({ queryKey: ['get', '/user/search/list'] });
      await queries.invalidateQueries({
        queryKey: ['get', '/organization-membership/search/list'],
      });
      const { data, error } = await publicApi.POST('/user/{id}/invitation', {
        params: { path: { id: made.data.userId ?? '' } },
      });
      if (error) throw error;
      form.settle(emptyForm);
      return data;
    },
  });
  // Only Owners give roles in the organization.
  if (useMe().organizationRole !== 'Owner') return null;
  const begin = () => {
    inviting.reset();
    open();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    inviting.mutate();
  };
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={begin}>
        {t.invite}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t.invite}
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        {inviting.data ? (
          <Stack>
            <Invitation invitation={inviting.data} />
            <Group justify="flex-end">
              <Button onClick={close}>{t.done}</Button>
            </Group>
          </Stack>
        ) : (
          <form noValidate onSubmit={submit}>
            <Stack>
              <Text size="sm">{t.inviteHelp}</Text>
              <TextInput
                label={t.theirEmail}
                type="email"
                required
                data-autofocus
                value={email}
                error={fieldErrors(inviting.error).email}
                onChange={(event) => form.set({ email: event.currentTarget.value, role })}
              />
              <Select
                label={t.role}
                data={roles.map((value) => ({ value, label: t.roles[value] }))}
                value={role}
                allowDeselect={false}
                onChange={(value) => form.set({ email, role: value ?? 'Member' })}
              />
              <BackNotice back={form.back} />
              {Boolean(inviting.error) && <ProblemNotice error={inviting.error} />}
              <Group justify="flex-end">
                <Button type="submit" loading={inviting.isPending}>
                  {t.invite}
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Modal>
    </>
  );
}
