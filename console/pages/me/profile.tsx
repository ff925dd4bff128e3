import { Alert, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { ownInputOf } from '../../api/own-user.ts';
import { DraftNotices, useDraft } from '../../parts/draft/index.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { useClear } from '../../parts/use-clear.ts';
import { ZoneSelect } from '../../parts/zone-select.tsx';
import { NoticesBefore } from './notices-before.tsx';
import { RegionSelect } from './region-select.tsx';
import { texts } from './texts.ts';

type User = components['schemas']['User'];
type Input = components['schemas']['UserInput'];

const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

/** Name, zone, language and region, and what the product says unasked. */
export function Profile({ userId }: { userId: string }) {
  const user = api.useQuery('get', '/user/{id}', { params: { path: { id: userId } } });
  return <Loaded query={user}>{(loaded) => <ProfileForm key={loaded.id} user={loaded} />}</Loaded>;
}

function ProfileForm({ user }: { user: User }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const draft = useDraft<Input>({
    stored: ownInputOf(user),
    async save(body, seen) {
      const { error } = await publicApi.PUT('/user/{id}', {
        params: { path: { id: user.id }, query: {}, header: asSeen(seen) },
        body: { ...body, displayName: body.displayName || null },
      });
      if (error) throw error;
      await queries.invalidateQueries({ queryKey: ['get', '/user/{id}'] });
      await queries.invalidateQueries({ queryKey: ['get', '/me'] });
    },
    name: 'profile',
  });
  const clear = useClear();
  const values = draft.value;
  const change = (members: Partial<Input>) => draft.change({ ...values, ...members });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void draft.submit();
      }}
    >
      <Stack gap="md" maw={520}>
        {(user.isProvisioned || user.source === 'Scim' || user.source === 'Oidc') && (
          <Alert color="orange">
            <Text size="sm">{t.managedElsewhere}</Text>
          </Alert>
        )}
        <TextInput
          label={t.name}
          autoComplete="name"
          maxLength={500}
          value={values.displayName ?? ''}
          onChange={(event) => change({ displayName: event.currentTarget.value })}
        />
        <ZoneSelect
          label={t.zone}
          value={values.timeZoneId ?? null}
          onChange={(timeZoneId) => change({ timeZoneId })}
        />
        <Select
          label={t.language}
          description={t.languageOfMessages}
          placeholder={t.ofOrganization}
          data={languages}
          {...clear(t.language)}
          value={values.language ?? null}
          onChange={(language) => change({ language: language as Input['language'] })}
        />
        <RegionSelect value={values.region ?? null} onChange={(region) => change({ region })} />
        <Switch
          label={t.onCallNotices}
          checked={!values.disableOnCallNotices}
          onChange={(event) => change({ disableOnCallNotices: !event.currentTarget.checked })}
        />
        <NoticesBefore
          value={values.noticesBeforeMinutes ?? null}
          onChange={(noticesBeforeMinutes) => change({ noticesBeforeMinutes })}
          isDisabled={values.disableOnCallNotices ?? false}
        />
        <Switch
          label={t.weeklyReport}
          checked={!values.disableWeeklyIncidentEngagementReport}
          onChange={(event) =>
            change({ disableWeeklyIncidentEngagementReport: !event.currentTarget.checked })
          }
        />
        <DraftNotices draft={draft} />
        <Group>
          <Button type="submit" loading={draft.isSaving} disabled={!draft.isChanged}>
            {shared.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
