import { type NextAnswer, type ReceivedRequest, startScriptedHttp } from './scripted-http.ts';

/** A span as OTLP has it, with its attributes as a plain object. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, unknown>;
  events?: { name: string; timeUnixNano: string }[];
  links?: { traceId: string; spanId: string }[];
}

export interface FakeCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  received: ReceivedRequest[];
  spans(): ReceivedSpan[];
  answerNext(...answers: NextAnswer[]): void;
  stop(): Promise<void>;
}

type Value = Record<string, unknown>;
type Wire = Omit<ReceivedSpan, 'attributes'> & { attributes: { key: string; value: Value }[] };
type Traces = { resourceSpans: { scopeSpans: { spans: Wire[] }[] }[] };

/** An OpenTelemetry collector, as far as OTLP/HTTP with JSON goes. */
export async function startCollector(): Promise<FakeCollector> {
  const http = await startScriptedHttp(({ method, path, headers }) => {
    const isKnown = method === 'POST' && path === '/v1/traces';
    if (!isKnown) return { status: 404 };
    return { status: headers['content-type'] === 'application/json' ? 200 : 415, body: '{}' };
  });
  return {
    url: http.url,
    received: http.received,
    spans: () =>
      http.received.flatMap(({ body }) => {
        const { resourceSpans } = JSON.parse(body.toString('utf8')) as Traces;
        return resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans.map(toReceived)),
        );
      }),
    answerNext: http.answerNext,
    stop: http.stop,
  };
}

function toReceived({ attributes, ...span }: Wire): ReceivedSpan {
  const plain = attributes.map(({ key, value }) => {
    const [kind, content] = Object.entries(value)[0] ?? [];
    return [key, kind === 'intValue' ? Number(content) : content];
  });
  return { ...span, attributes: Object.fromEntries(plain) };
}
