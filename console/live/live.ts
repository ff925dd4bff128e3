import type { components } from '../../openapi/types/public-v1.generated.ts';
import { sharedValue, useShared } from '../parts/shared-value.ts';
import type { StreamEvent } from './event-reader.ts';
import { Lately } from './lately.ts';
import { refreshDuty, refreshFailed, refreshOlderThan, showIncident, showTold } from './refresh.ts';
import { keepStream } from './stream.ts';

export interface LiveState {
  isLive: boolean;
  /** When that changed last; null before the first connection. */
  since: number | null;
}

/** The messages between tabs. */
type Word =
  | { kind: 'event'; event: StreamEvent }
  | { kind: 'state'; isLive: boolean }
  /** `pageFrom`: when the page began to fetch what it shows, by the server. */
  | { kind: 'ask'; pageFrom: string | undefined }
  | { kind: 'lately'; events: readonly StreamEvent[] };

const channelName = 'tocsin-live';
/**
 * How old anything gets that is shown: no event tells of a payload that a crash left behind, or of a deleted incident.
 */
const ageMillisecondsMax = 5 * 60_000;
/** The same while nothing tells what changes. */
const ageUntoldMillisecondsMax = 60_000;
const lookMilliseconds = 20_000;

const state = sharedValue<LiveState>({ isLive: false, since: null });
let position: string | undefined;

/** Whether the page learns at once what changes. */
export function useLive(): LiveState {
  return useShared(state);
}

/**
 * Keeps what the page shows as it is, until the function that it gives is called. Browsers have six connections to a
 * server for all their tabs, so only one tab listens and tells the others; when it is closed, the next one goes on
 * where it was. Where browsers give no locks, on plain http beyond this machine, each tab listens for itself.
 */
export function startLive(): () => void {
  const ending = new AbortController();
  const channel = 'locks' in navigator ? new BroadcastChannel(channelName) : null;
  const pageFrom = document.querySelector<HTMLMetaElement>('meta[name=page-from]')?.content;
  const lately = new Lately();
  let isLeader = channel === null;
  let hasAsked = true;
  const say = (word: Word) => channel?.postMessage(word);

  function hear({ data: word }: MessageEvent<Word>): void {
    if (word.kind === 'event') take(word.event);
    else if (word.kind === 'state') setState(word.isLive);
    else if (word.kind === 'lately') hearLately(word.events);
    else if (isLeader) {
      say({ kind: 'state', isLive: state.get().isLive });
      say({ kind: 'lately', events: lately.since(word.pageFrom) });
    }
  }
  /** Meant for the tab that has asked. */
  function hearLately(events: readonly StreamEvent[]): void {
    if (!hasAsked) return;
    hasAsked = false;
    for (const event of events) take(event);
  }
  channel?.addEventListener('message', hear);
  say({ kind: 'ask', pageFrom });

  const lead = () => {
    isLeader = true;
    hasAsked = false;
    return keepStream(
      {
        position,
        pageFrom,
        onEvent(event) {
          take(event);
          lately.note(event);
          say({ kind: 'event', event });
        },
        onState(isLive) {
          setState(isLive);
          say({ kind: 'state', isLive });
        },
      },
      ending.signal,
    );
  };
  if (channel)
    navigator.locks
      .request(channelName, { signal: ending.signal }, lead)
      // Ended before it was its turn.
      .catch(() => undefined);
  else void lead();

  const timer = setInterval(() => {
    const age = state.get().isLive ? ageMillisecondsMax : ageUntoldMillisecondsMax;
    refreshOlderThan(Date.now() - age + lookMilliseconds);
  }, lookMilliseconds);
  return () => {
    ending.abort();
    clearInterval(timer);
    channel?.close();
  };
}

function setState(isLive: boolean): void {
  const before = state.get();
  if (before.isLive === isLive && before.since !== null) return;
  state.set({ isLive, since: Date.now() });
}

function take({ id, name, data }: StreamEvent): void {
  position = id || position;
  if (name === 'incident')
    // As lists answer it.
    showIncident(String(data.id), data.incident as components['schemas']['Incident'] | undefined);
  else if (name === 'told') showTold(data.id as string | undefined);
  else if (name === 'on-call') refreshDuty();
  else if (name === 'reset') refreshOlderThan(Date.now());
  else if (name === 'ready') takeUp(data);
}

function takeUp({ resumed, now, since }: StreamEvent['data']): void {
  refreshFailed();
  if (resumed === true) return;
  // In the time of this device, whose clock may be wrong.
  refreshOlderThan(Date.now() - (Date.parse(String(now)) - Date.parse(String(since))));
}
