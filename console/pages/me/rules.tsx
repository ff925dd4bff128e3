import { Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Day } from './day.tsx';
import { type RulesInput, rulesOfSettings } from './rules-of-settings.ts';
import { rulesTexts } from './rules-texts.ts';
import { defaultSettings } from './settings.ts';
import { useOwnRules } from './use-own-rules.ts';

type Rules = components['schemas']['UserNotificationRules'];

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
  rules: Rules | null;
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
      <ObjectForm
        schema="UserNotificationRulesInput"
        stored={{ ...(rules ?? proposed), id: rules?.id ?? 'new' }}
        isReadOnly={isReadOnly}
        {...(rules ? {} : { saveLabel: t.begin })}
        beside={(body) => (
          <AsCodeButton
            type="tocsin_user_notification_rules"
            id={rules?.id ?? null}
            value={{ ...body, userId }}
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

/** What a preview takes of it: it refuses what it does not know. */
function inputOf({ rules, otherwise, quietHours }: RulesInput): RulesInput {
  return { rules, otherwise, quietHours };
}
