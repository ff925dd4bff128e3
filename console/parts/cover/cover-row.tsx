import { Button, Group, Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { shortMoment } from '../duty-timeline/index.ts';
import { useNames } from '../names.ts';
import { useTell } from '../tell.tsx';
import { useLanguage, useTexts } from '../texts.tsx';
import { coverTexts } from './texts.ts';
import { type CoverRequest, useCoverRefresh } from './use-cover.ts';

/** Whose shift it is, who was asked, and what they read. */
export function CoverWhat({ request }: { request: CoverRequest }) {
  const t = useTexts(coverTexts);
  const names = useNames('User');
  const nameOf = (userId: string) => names.data?.get(userId.toLowerCase()) ?? '…';
  const { userId, askedUserIds, acceptedBy, message, state } = request;
  const more = [
    ...(acceptedBy ? [t.takenBy(nameOf(acceptedBy))] : []),
    ...(askedUserIds && state === 'open' ? [t.askedOf(askedUserIds.map(nameOf).join(', '))] : []),
  ];
  return (
    <Stack gap={0} className="breaks-anywhere">
      <Text size="sm" fw={600}>
        {[t.of(nameOf(userId)), ...more].join(', ')}
      </Text>
      {message && (
        <Text size="sm" c="dimmed">
          {message}
        </Text>
      )}
    </Stack>
  );
}

export function CoverTimes({ request, zone }: { request: CoverRequest; zone: string }) {
  const t = useTexts(coverTexts);
  const { language } = useLanguage();
  const moment = (at: string) => shortMoment(Date.parse(at), language, zone);
  return (
    <Stack gap={0}>
      <Text size="sm">{`${moment(request.start)} – ${moment(request.end)}`}</Text>
      {(request.gives ?? []).map(({ start, end }) => (
        <Text key={start} size="sm" c="dimmed">
          {t.inReturn(moment(start), moment(end))}
        </Text>
      ))}
    </Stack>
  );
}

export interface CoverActionsProps {
  request: CoverRequest;
  /** The person belongs to the schedule or the team, and may take its shifts where nobody was asked by name. */
  isCandidate: boolean;
  /** The team that owns the schedule. */
  teamId: string;
  name: string;
}

/** The actions of the person on a request, in one click each. */
export function CoverActions({ request, isCandidate, teamId, name }: CoverActionsProps) {
  const t = useTexts(coverTexts);
  const tell = useTell();
  const refresh = useCoverRefresh();
  const { person } = useMe();
  const mayAdminister = useMayAdminister(teamId);
  const accept = api.useMutation('post', '/cover-request/{id}/accept');
  const decline = api.useMutation('post', '/cover-request/{id}/decline');
  const withdraw = api.useMutation('post', '/cover-request/{id}/withdraw');
  const { id, state, userId, acceptedBy, askedUserIds, answers } = request;
  const isOwn = userId.toLowerCase() === person.id;
  const isAsked = askedUserIds
    ? askedUserIds.some((one) => one.toLowerCase() === person.id)
    : isCandidate && !isOwn;
  const hasDeclined = answers.some((one) => one.userId === person.id && one.answer === 'declined');
  const isOpen = state === 'open';
  const mayWithdraw =
    (isOpen && (isOwn || mayAdminister)) ||
    (state === 'accepted' && (isOwn || acceptedBy === person.id || mayAdminister));
  const isBusy = accept.isPending || decline.isPending || withdraw.isPending;
  const params = { path: { id } };
  const after = (said: string) => ({
    async onSuccess() {
      await refresh();
      tell.done(said);
    },
    async onError(error: unknown) {
      tell.refused(error);
      await refresh();
    },
  });
  return (
    <Group gap="xs" justify="flex-end">
      {isOpen && isAsked && (
        <Button
          size="compact-sm"
          loading={accept.isPending}
          disabled={isBusy}
          aria-label={`${t.accept}: ${name}`}
          onClick={() => accept.mutate({ params, body: {} }, after(t.accepted))}
        >
          {t.accept}
        </Button>
      )}
      {isOpen && isAsked && !hasDeclined && (
        <Button
          size="compact-sm"
          variant="default"
          loading={decline.isPending}
          disabled={isBusy}
          aria-label={`${t.decline}: ${name}`}
          onClick={() => decline.mutate({ params, body: {} }, after(t.declined))}
        >
          {t.decline}
        </Button>
      )}
      {mayWithdraw && (
        <Button
          size="compact-sm"
          variant="default"
          loading={withdraw.isPending}
          disabled={isBusy}
          aria-label={`${t.withdraw}: ${name}`}
          onClick={() => withdraw.mutate({ params }, after(t.withdrawn))}
        >
          {t.withdraw}
        </Button>
      )}
    </Group>
  );
}
