import { randomUUID } from 'node:crypto';
import { type NextAnswer, type ReceivedRequest, startScriptedHttp } from './scripted-http.ts';

export interface NtfyMessage {
  topic: string;
  title: string;
  message: string;
  priority: number;
  click: string;
  sequence_id: string;
  actions: { action: string; label: string; url: string; method?: string }[];
}

export interface FakeNtfy {
  url: string;
  topicUrl(topic: string): string;
  messages: NtfyMessage[];
  received: ReceivedRequest[];
  answerNext(...answers: NextAnswer[]): void;
  stop(): Promise<void>;
}

/** An ntfy server, as far as publishing JSON goes. */
export async function startNtfy(): Promise<FakeNtfy> {
  const messages: NtfyMessage[] = [];
  const http = await startScriptedHttp(({ method, path, body }) => {
    if (method !== 'POST' || path !== '/') return { status: 404 };
    const message = JSON.parse(body.toString('utf8')) as NtfyMessage;
    if (!/^[-\w]{1,64}$/.test(message.topic)) return { status: 400 };
    messages.push(message);
    return { status: 200, body: JSON.stringify({ id: randomUUID().slice(0, 12), ...message }) };
  });
  return {
    url: http.url,
    topicUrl: (topic) => `${http.url}/${topic}`,
    messages,
    received: http.received,
    answerNext: http.answerNext,
    stop: http.stop,
  };
}
