import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { publicApi } from '../../api/client.ts';
import type { Channel } from '../../parts/channels.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

interface TestButtonProps {
  userId: string;
  channel: Channel;
  /** One of the contacts of the channel. */
  contactId?: string;
  /** The name of the channel or the address that is tried, as people speak of it. */
  name: string;
}

/** Sends a message at once, and says what became of it. */
export function TestButton({ userId, channel, contactId, name }: TestButtonProps) {
  const t = useTexts(texts);
  const tell = useTell();
  const test = useMutation({
    mutationFn: async () => {
      const { data, error } = await publicApi.POST('/user/{id}/test-notification', {
        params: { path: { id: userId } },
        body: { channel, ...(contactId === undefined ? {} : { contactId }) },
      });
      if (error) throw error;
      // In the form of other refusals, so that it is shown like one.
      if (data.outcome !== 'sent')
        throw {
          code: data.outcome,
          title: name,
          status: 409,
          detail: data.detail,
          detailSentence: data.detailSentence,
        };
    },
    onSuccess: () => tell.done(t.tested(name)),
    onError: tell.refused,
  });
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t.testOf(name)}
      loading={test.isPending}
      onClick={() => test.mutate()}
    >
      {t.test}
    </Button>
  );
}
