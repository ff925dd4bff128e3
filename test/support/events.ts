/** A stream of server-sent events, read as a browser does. */
export interface OpenEvents {
  status: number;
  headers: Headers;
  /** What came and was not taken yet. */
  waiting: SeenEvent[];
  /** The next event that fits, and everything before it out of the way. Rejects when the stream ends first. */
  next(fits: (event: SeenEvent) => boolean): Promise<SeenEvent>;
  /** Everything up to and with the event that fits. */
  until(fits: (event: SeenEvent) => boolean): Promise<SeenEvent[]>;
  /** The rest, once the server has ended it. */
  rest(): Promise<SeenEvent[]>;
  close(): void;
}

export interface SeenEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
}

export async function openEvents(
  url: string,
  cookie: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<OpenEvents> {
  const leaving = new AbortController();
  const answer = await fetch(`${url}/api/console/v1/events${query}`, {
    headers: { cookie, accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  });
  const waiting: SeenEvent[] = [];
  let isOver = false;
  let wake: (() => void) | undefined;
  const reading = (async () => {
    let text = '';
    try {
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        waiting.push(...parts.map(seenEvent));
        wake?.();
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    } finally {
      isOver = true;
      wake?.();
    }
  })();
  reading.catch(() => undefined);

  async function until(fits: (event: SeenEvent) => boolean): Promise<SeenEvent[]> {
    for (;;) {
      const at = waiting.findIndex(fits);
      if (at >= 0) return waiting.splice(0, at + 1);
      if (isOver) throw new Error(`The stream ended with ${JSON.stringify(waiting)}.`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    status: answer.status,
    headers: answer.headers,
    waiting,
    until,
    async next(fits) {
      const last = (await until(fits)).at(-1);
      if (!last) throw new Error('There is always one that fits.');
      return last;
    },
    async rest() {
      await reading;
      return waiting.splice(0);
    },
    close: () => leaving.abort(),
  };
}

function seenEvent(text: string): SeenEvent {
  const fields = new Map(
    text.split('\n').map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ')];
    }),
  );
  return {
    id: fields.get('id') ?? '',
    name: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? 'null'),
  };
}
