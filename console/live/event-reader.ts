/** An event as it came (WHATWG HTML 9.2); `data` is JSON. */
export interface StreamEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
}

/**
 * Reads a stream of server-sent events. With `fetch` rather than `EventSource`, which tells nobody why it was refused,
 * cannot come back to a position that it was given, and notices late that a connection is dead.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) yield parsed(part);
    }
  } finally {
    // Lets the connection go when the page looks no further.
    await reader.cancel().catch(() => undefined);
  }
}

function parsed(part: string): StreamEvent {
  const fields = new Map<string, string>();
  for (const line of part.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  return {
    id: fields.get('id') ?? '',
    name: fields.get('event') ?? 'message',
    data: JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown>,
  };
}
