import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../openapi/types/public-v1.generated.ts';
import { asSeen } from './as-seen.ts';
import { publicApi } from './client.ts';
import { useMe } from './session.tsx';

type User = components['schemas']['User'];
type Input = components['schemas']['UserInput'];

/**
 * The settings that people change themselves on their page. Phone number and notification settings are left out: they
 * stay as they are.
 */
export function ownInputOf(user: User): Input {
  const { email, userName, displayName, timeZoneId, calendarPublishingSettings } = user;
  const { disableOnCallNotices, noticesBeforeMinutes, language, region } = user;
  const { disableWeeklyIncidentEngagementReport } = user;
  return {
    email,
    userName,
    displayName,
    timeZoneId,
    calendarPublishingSettings,
    disableOnCallNotices,
    noticesBeforeMinutes,
    disableWeeklyIncidentEngagementReport,
    language,
    region,
  };
}

/** Chooses the language of the console, which is also that of all messages to the person. */
export function useChooseLanguage({ onError }: { onError: (error: unknown) => void }) {
  const { person } = useMe();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(language: 'en' | 'de') {
      const path = { id: person.id };
      const { data, error } = await publicApi.GET('/user/{id}', { params: { path } });
      if (error) throw error;
      const changed = await publicApi.PUT('/user/{id}', {
        params: { path, query: {}, header: asSeen(data) },
        body: { ...ownInputOf(data), language },
      });
      if (changed.error) throw changed.error;
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['get', '/user/{id}'] });
      await queries.invalidateQueries({ queryKey: ['get', '/me'] });
    },
    onError,
  });
}
