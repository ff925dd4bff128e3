import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keepStream } from './stream.ts';

export interface PayloadNews {
  isLive: boolean;
  /** The latest that came in while somebody looked, the newest first. */
  latest: readonly { id: string; outcome: string }[];
}

const latestMax = 20;
const gatherMilliseconds = 1_000;

/**
 * While the page of an integration is open: its payloads as they come in. Lists of them are fetched again by
 * themselves.
 */
export function useLivePayloads(integrationId: string): PayloadNews {
  const queries = useQueryClient();
  const [news, setNews] = useState<PayloadNews>({ isLive: false, latest: [] });
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({
          predicate: ({ queryKey: [, path, init] }) =>
            String(path).startsWith('/inbound-integration/{id}/payloads') &&
            JSON.stringify(init ?? {}).includes(integrationId),
        });
      }, gatherMilliseconds);
    };
    setNews({ isLive: false, latest: [] });
    void keepStream(
      {
        integrationId,
        onState: (isLive) => setNews((before) => ({ ...before, isLive })),
        onEvent({ name, data }) {
          if (name === 'payload') {
            const one = { id: String(data.id), outcome: String(data.outcome) };
            setNews(({ isLive, latest }) => ({
              isLive,
              latest: [one, ...latest.filter(({ id }) => id !== one.id)].slice(0, latestMax),
            }));
          }
          if (name === 'payload' || name === 'reset') refresh();
        },
      },
      leaving.signal,
    );
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [integrationId, queries]);
  return news;
}
