import { Stack, Text, Title } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useTexts } from '../../parts/texts.tsx';
import { callerOf } from './caller.ts';
import { texts } from './texts.ts';

type Call = components['schemas']['CallSession'];

/** What the caller said, to hear and to read. Nothing is loaded before somebody presses play: listening is audited. */
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
        <Text>{t.recordingStates[recording.state]}</Text>
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
