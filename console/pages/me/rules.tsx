import { Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { devicesPath } from '../../installable/push-here.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { FieldChoices } from '../../parts/schema-form/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Contacts } from './contacts.tsx';
import { contactChoices, type Rules as OwnRules } from './contacts-of-rules.ts';
import { Day } from './day.tsx';
import { type RulesInput, rulesOfSettings } from './rules-of-settings.ts';
import { rulesTexts } from './rules-texts.ts';
import { defaultSettings } from './settings.ts';
import { useOwnRules } from './use-own-rules.ts';

/** Which alerts reach the person how, when and how often. */
export function Rules({ userId }: { userId: string }) {
  const settings = api.useQuery('get', '/user/{userId}/incident-notification-settings', {
    params: { path: { userId } },
  });
  const own = useOwnRules(userId);
  return (
    <Loaded query={settings}>
      {({ incidentNotificationSettings: kept }) => (
        <Loaded query={own}>
          {(rules) => (
            <RulesForm
              // What is written over rules is none of what is written without any.
              key={String(rules === null)}
              userId={userId}
              rules={rules}
              proposed={rulesOfSettings(kept ?? defaultSettings)}
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
  /** What to begin with. */
  proposed: RulesInput;
}

function RulesForm({ userId, rules, proposed }: RulesFormProps) {
  const t = useTexts(rulesTexts);
  const queries = useQueryClient();
  const isProvisioned = rules?.isProvisioned ?? false;
  const isReadOnly = useIsReadOnly(isProvisioned);
  const removal = api.useMutation('delete', '/user/{userId}/notification-rules');
  const path = { userId };
  const devices = api.useQuery('get', devicesPath, {
    params: { query: { UserId: userId, Limit: 100 } },
  });
  const contactId = contactChoices(rules?.contacts ?? [], devices.data?.pushSubscriptions ?? []);
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
          {rules ? t.help : t.helpWithout}
        </Text>
      </Stack>
      {rules && <Contacts {...{ rules, isReadOnly }} />}
      <FieldChoices value={{ contactId }}>
        <ObjectForm
          schema="UserNotificationRulesInput"
          // They are written above, so that an address is not half written while a code for it is asked for.
          without={['contacts']}
          stored={{ ...inputOf(rules ?? proposed), id: rules?.id ?? 'new' }}
          isReadOnly={isReadOnly}
          {...(rules ? {} : { saveLabel: t.begin })}
          beside={(body) => (
            <AsCodeButton
              type="tocsin_user_notification_rules"
              id={rules?.id ?? null}
              value={{ ...body, contacts: rules?.contacts ?? null, userId }}
            />
          )}
          save={async (body, seen) => {
            const { error } = await publicApi.PUT('/user/{userId}/notification-rules', {
              params: { path, query: {}, ...(rules ? { header: asSeen(seen) } : {}) },
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
      {rules && (
        <Group>
          <AsCodeButton type="tocsin_user_notification_rules" id={rules.id} />
          {!isReadOnly && (
            <Confirm
              label={t.remove}
              question={t.removeQuestion}
              action={t.remove}
              mutation={removal}
              onConfirm={async () => {
                await removal.mutateAsync({ params: { path, header: asSeen(rules) } });
                await reload();
              }}
            />
          )}
        </Group>
      )}
    </Stack>
  );
}

/** What a form and a preview take of it; contacts stay as they are stored. */
function inputOf({ rules, otherwise, quietHours }: RulesInput): RulesInput {
  return { rules, otherwise, quietHours };
}
