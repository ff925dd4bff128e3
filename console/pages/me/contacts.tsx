import { Button, Card, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { channelTraits } from '../../../openapi/types/channels.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { changePresent } from '../../api/change-present.ts';
import { publicApi } from '../../api/client.ts';
import { type Channel, channelWords } from '../../parts/channels.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useKept } from '../../parts/draft/index.ts';
import { useTell } from '../../parts/tell.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { CodeForm } from './code-form.tsx';
import {
  type Contact,
  decide,
  nameOf,
  noRules,
  type RuleName,
  type Rules,
  rulesUsing,
  withContact,
  withoutContact,
} from './contacts-of-rules.ts';
import { contactsTexts } from './contacts-texts.ts';
import type { RulesInput } from './rules-of-settings.ts';
import { TestButton } from './test-button.tsx';

/** The channels that need an address. */
const channels: readonly Channel[] = ['SMS', 'VoiceCall', 'Email'];

interface ContactsProps {
  userId: string;
  /** Null where there is nothing yet; the first contact makes it. */
  rules: Rules | null;
  isReadOnly: boolean;
}

/** Further numbers and addresses of a person: which are confirmed, and which rules name them. */
export function Contacts({ userId, rules, isReadOnly }: ContactsProps) {
  const t = useTexts(contactsTexts);
  const contacts = rules?.contacts ?? [];
  return (
    <Stack gap="sm" component="section" aria-label={t.title}>
      <Stack gap={4}>
        <Title order={3} size="h4">
          {t.title}
        </Title>
        <Text size="sm" c="dimmed">
          {t.help}
        </Text>
      </Stack>
      {contacts.length === 0 && <Text size="sm">{t.none}</Text>}
      {rules &&
        contacts.map((contact) => (
          <ContactCard key={contact.id} {...{ rules, contact, isReadOnly }} />
        ))}
      {!isReadOnly && <AddContact userId={userId} />}
    </Stack>
  );
}

interface CardProps {
  rules: Rules;
  contact: Contact;
  isReadOnly: boolean;
}

function ContactCard({ rules, contact, isReadOnly }: CardProps) {
  const t = useTexts(contactsTexts);
  const { language } = useLanguage();
  const save = useSave(rules.userId);
  const name = nameOf(contact, language);
  const used = rulesUsing(rules, contact).map(useRuleNames()).join(', ');
  const isConfirmed = (contact.confirmedAt ?? null) !== null;
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} flex="1 1 200px" className="breaks-anywhere">
            <Text fw={600}>{name}</Text>
            {contact.label && <Text size="sm">{contact.target}</Text>}
            <Text size="sm" c={isConfirmed ? 'dimmed' : 'red'}>
              {isConfirmed ? t.confirmed : t.unconfirmed}
            </Text>
            <Text size="sm" c="dimmed">
              {used !== '' ? t.usedBy(used) : decide(rules) ? t.unused : t.unusedWithout}
            </Text>
          </Stack>
          <Group gap="xs">
            {isConfirmed && (
              <TestButton
                userId={rules.userId}
                channel={contact.channel}
                contactId={contact.id ?? ''}
                name={name}
              />
            )}
            {!isReadOnly && (
              <Confirm
                label={t.remove}
                size="xs"
                of={name}
                question={used === '' ? t.removeQuestion : t.removeUsed(used)}
                mutation={save}
                onConfirm={() => save.mutateAsync((present) => withoutContact(present, contact))}
              />
            )}
          </Group>
        </Group>
        {!isConfirmed && <ContactCode {...{ rules, contact, name }} />}
      </Stack>
    </Card>
  );
}

function useRuleNames() {
  const t = useTexts(contactsTexts);
  return (rule: RuleName) => (rule ? rule.displayName || t.rule(rule.place) : t.otherwise);
}

function ContactCode({ rules, contact, name }: Omit<CardProps, 'isReadOnly'> & { name: string }) {
  const reload = useReload();
  const params = { path: { userId: rules.userId, contactId: contact.id ?? '' } };
  return (
    <CodeForm
      name={name}
      isNumber={channelTraits[contact.channel].reachedBy === 'phone'}
      send={async (byCall) => {
        const { error } = await publicApi.POST(
          '/user/{userId}/notification-rules/contacts/{contactId}/send-code',
          { params, body: { byCall } },
        );
        if (error) throw error;
      }}
      confirm={async (code) => {
        const { error } = await publicApi.POST(
          '/user/{userId}/notification-rules/contacts/{contactId}/confirm',
          { params, body: { code } },
        );
        if (error) throw error;
        await reload();
      }}
    />
  );
}

const empty = { channel: 'SMS' as Channel, target: '', label: '' };

function AddContact({ userId }: { userId: string }) {
  const t = useTexts(contactsTexts);
  const { language } = useLanguage();
  const tell = useTell();
  const save = useSave(userId);
  const { value: given, set } = useKept('contact', empty);
  const add = async () => {
    const target =
      given.channel === 'Email' ? given.target.trim() : given.target.replaceAll(/[\s()/-]/g, '');
    const contact = { channel: given.channel, target, label: given.label || null };
    await save.mutateAsync((present) => withContact(present, contact));
    set(empty);
    tell.done();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add().catch(tell.refused);
      }}
    >
      <Group align="flex-end" gap="sm">
        <Select
          w={150}
          label={t.channel}
          allowDeselect={false}
          data={channels.map((value) => ({ value, label: channelWords(value).name[language] }))}
          value={given.channel}
          onChange={(chosen) =>
            set({ ...given, channel: channels.find((one) => one === chosen) ?? given.channel })
          }
        />
        <TextInput
          flex="1 1 220px"
          label={t.target}
          type={given.channel === 'Email' ? 'email' : 'tel'}
          value={given.target}
          onChange={(event) => set({ ...given, target: event.currentTarget.value })}
          required
          withAsterisk={false}
        />
        <TextInput
          flex="1 1 160px"
          label={t.label}
          maxLength={255}
          value={given.label}
          onChange={(event) => set({ ...given, label: event.currentTarget.value })}
        />
        <Button type="submit" variant="default" loading={save.isPending}>
          {t.add}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t.targetHelp}
      </Text>
    </form>
  );
}

function useReload() {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, asked] }) => String(asked).includes('notification-rules'),
    });
}

/** Changes contacts beside whatever else is changed of the rules at that time. */
function useSave(userId: string) {
  const queries = useQueryClient();
  const path = { userId };
  return useMutation({
    mutationFn: async (change: (present: RulesInput) => RulesInput) => {
      await changePresent(
        async () => {
          const { data, error } = await publicApi.GET('/user-notification-rules/search/list', {
            params: { query: { UserId: userId } },
          });
          if (error) throw error;
          return data.userNotificationRules[0] ?? null;
        },
        async (present) => {
          const body = change(present ?? noRules);
          const { error } = await publicApi.PUT('/user/{userId}/notification-rules', {
            params: { path, query: {}, ...(present ? { header: asSeen(present) } : {}) },
            body: { ...body, contacts: (body.contacts ?? []).map(writable) },
          });
          if (error) throw error;
        },
      );
      // A preview of what is being written may name what has just gone: the form asks anew by itself.
      await queries.invalidateQueries({
        predicate: ({ queryKey: [method, asked] }) =>
          method === 'get' && String(asked).includes('notification-rules'),
      });
    },
  });
}

function writable({ confirmedAt: _, ...contact }: Contact): Contact {
  return contact;
}
