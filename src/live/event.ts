/** An event that a page is sent. */
export interface LiveEvent {
  name: 'ready' | 'incident' | 'told' | 'on-call' | 'payload' | 'reset' | 'beat' | 'end';
  data: Readonly<Record<string, unknown>>;
}

/** In the words of a stream of server-sent events. `position` is what a browser says when it comes back. */
export function eventText({ name, data }: LiveEvent, position: string): string {
  return `id: ${position}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
