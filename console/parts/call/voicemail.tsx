import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { Said } from '../said/index.ts';
import { useTell } from '../tell.tsx';
import { useTexts } from '../texts.tsx';
import { callerOf } from './caller.ts';
import { texts } from './texts.ts';

type Call = components['schemas']['CallSession'];

/** The caller's message, to hear and to read. Nothing is loaded before somebody presses play: listening is audited. */
export function Voicemail({ call }: { call: Call }) {
  const t = useTexts(texts);
  const { id, recording, transcript } = call;
  if (recording === null && transcript === null) return null;
  return (
    <Stack gap="xs" component="section" aria-label={t.voicemail}>
      <Title order={2} size="h4">
        {t.voicemail}
      </Title>
      {recording?.state === 'Completed' && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: its words are below, where the carrier wrote them down */}
          <audio
            controls
            preload="none"
            aria-label={t.recordingOf(callerOf(call, t))}
            src={`/api/public/v1/call-session/${encodeURIComponent(id)}/recording`}
          />
          <Text size="sm" c="dimmed">
            {t.listening}
          </Text>
        </>
      )}
      {recording && recording.state !== 'Completed' && (
        <>
          <Text role="status">{t.recordingStates[recording.state]}</Text>
          {recording.reason !== null && (
            <Text size="sm" c="dimmed" className="breaks-anywhere">
              <Said text={recording.reason} sentence={recording.reasonSentence} />
            </Text>
          )}
          {recording.state === 'Failed' && <FetchAgain call={call} />}
        </>
      )}
      {transcript !== null && (
        <>
          <Title order={3} size="h5">
            {t.transcript}
          </Title>
          <Text component="blockquote" m={0} className="breaks-anywhere">
            {transcript}
          </Text>
        </>
      )}
    </Stack>
  );
}

/** Asks the carrier again; the page shows what comes of it. */
function FetchAgain({ call: { id, teams } }: { call: Call }) {
  const t = useTexts(texts);
  const tell = useTell();
  const queries = useQueryClient();
  const mayFetch = useMayAdminister(teams[0]?.id);
  const fetching = api.useMutation('post', '/call-session/{id}/recording/fetch', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', '/call-session/{id}'] }),
    onError: tell.refused,
  });
  if (!mayFetch) return null;
  return (
    <Group>
      <Button
        variant="default"
        loading={fetching.isPending}
        onClick={() => fetching.mutate({ params: { path: { id } } })}
      >
        {t.fetchAgain}
      </Button>
    </Group>
  );
}
