import { api } from '../../api/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export interface ReplayButtonProps {
  integrationId: string;
  payloadId: string;
  onDone: () => unknown;
}

/** Sends a stored payload through the saved mapping again, after a question: people may be woken by it. */
export function ReplayButton({ integrationId, payloadId, onDone }: ReplayButtonProps) {
  const t = useTexts(texts);
  const tell = useTell();
  const replay = api.useMutation('post', '/inbound-integration/{id}/payloads/{payloadId}/replay');
  return (
    <Confirm
      label={t.replay}
      size="xs"
      question={t.replayQuestion}
      mutation={replay}
      onConfirm={async () => {
        const { outcome } = await replay.mutateAsync({
          params: { path: { id: integrationId, payloadId } },
        });
        tell.done(t.sent(t.outcomes[outcome]));
        onDone();
      }}
    />
  );
}
