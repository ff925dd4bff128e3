import { Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { FieldChoices } from '../../parts/schema-form/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Contacts } from './contacts.tsx';
import { decide, noRules, type Rules as OwnRules } from './contacts-of-rules.ts';
import { Day } from './day.tsx';
import { type RulesInput, rulesOfSettings } from './rules-of-settings.ts';
import { rulesTexts } from './rules-texts.ts';
import { defaultSettings } from './settings.ts';
import { toldByChats, useChats } from './use-chats.ts';
import { useContactChoices } from './use-contact-choices.ts';
import { useOwnRules } from './use-own-rules.ts';

/** Which alerts reach the person how, when and how often. */
export function Rules({ userId }: { userId: string }) {
  const settings = api.useQuery('get', '/user/{userId}/incident-notification-settings', {
    params: { path: { userId } },
  });
  const own = useOwnRules(userId);
  const { data: connected } = useChats(userId);
  const chats = connected && toldByChats(connected);
  return (
    <Loaded query={settings}>
      {({ incidentNotificationSettings: kept }) => (
        <Loaded query={own}>
          {(rules) => (
            <RulesForm
              // With rules and without, the form is another one: a draft for one does not fit the other.
              key={String(rules !== null && decide(rules))}
              userId={userId}
              rules={rules}
              proposed={rulesOfSettings(kept ?? defaultSettings, chats)}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface RulesFormProps {
  userId: string;
  rules: OwnRules | null;
  /** The rules to begin with. */
  proposed: RulesInput;
}

function RulesForm({ userId, rules, proposed }: RulesFormProps) {
  const t = useTexts(rulesTexts);
  const queries = useQueryClient();
  // Contacts alone are no rules.
  const own = rules && decide(rules) ? rules : null;
  const contacts = rules?.contacts ?? [];
  const isProvisioned = rules?.isProvisioned ?? false;
  const isReadOnly = useIsReadOnly(isProvisioned);
  const removal = useMutation({
    async mutationFn(seen: OwnRules) {
      // Contacts stay.
      const { error } =
        contacts.length > 0
          ? await publicApi.PUT('/user/{userId}/notification-rules', {
              params: { path, query: {}, header: asSeen(seen) },
              body: noRules,
            })
          : await publicApi.DELETE('/user/{userId}/notification-rules', {
              params: { path, header: asSeen(seen) },
            });
      if (error) throw error;
      await reload();
    },
  });
  const path = { userId };
  const contactId = useContactChoices(userId, contacts);
  const reload = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, asked] }) => String(asked).includes('notification-rules'),
    });
  return (
    <Stack gap="lg">
      <ByCodeNotice isProvisioned={isProvisioned} />
      <Stack gap={4}>
        <Title order={2} size="h4">
          {t.title}
        </Title>
        <Text size="sm" c="dimmed">
          {own ? t.help : t.helpWithout}
        </Text>
      </Stack>
      <Contacts {...{ userId, rules, isReadOnly }} />
      <FieldChoices value={{ contactId }}>
        <ObjectForm
          schema="UserNotificationRulesInput"
          // They are written above, so that an address is not half written while a code for it is asked for.
          without={['contacts']}
          stored={{ ...inputOf(own ?? proposed), id: own?.id ?? 'new' }}
          isReadOnly={isReadOnly}
          {...(own ? {} : { saveLabel: t.begin })}
          beside={(body) => (
            <AsCodeButton
              type="tocsin_user_notification_rules"
              id={rules?.id ?? null}
              value={{ ...body, contacts: rules?.contacts ?? null, userId }}
            />
          )}
          save={async (body, seen) => {
            const { error } = await publicApi.PUT('/user/{userId}/notification-rules', {
              params: { path, query: {}, ...(rules ? { header: asSeen(own ? seen : rules) } : {}) },
              // As checked by the server: the form is made from the same document.
              body: body as unknown as RulesInput,
            });
            if (error) throw error;
            await reload();
          }}
        >
          {(draft) => <Day userId={userId} rules={inputOf(draft as unknown as RulesInput)} />}
        </ObjectForm>
      </FieldChoices>
      {own && (
        <Group>
          <AsCodeButton type="tocsin_user_notification_rules" id={own.id} />
          {!isReadOnly && (
            <Confirm
              label={t.remove}
              question={t.removeQuestion}
              mutation={removal}
              onConfirm={() => removal.mutateAsync(own)}
            />
          )}
        </Group>
      )}
    </Stack>
  );
}

/** The members that a form and a preview take; contacts stay as they are stored. */
function inputOf({ rules, otherwise, quietHours }: RulesInput): RulesInput {
  return { rules, otherwise, quietHours };
}
