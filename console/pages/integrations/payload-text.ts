/** Browsers give this to a reviver beside the value: the text it was read from. */
interface SourceContext {
  source?: string;
}
type Reviver = (key: string, value: unknown, context?: SourceContext) => unknown;
type RawJson = { rawJSON?: (text: string) => unknown };

/** JSON as text, indented; numbers keep the digits that they were sent with, where the browser can. */
export function parsedWithDigits(text: string): unknown {
  const { rawJSON } = JSON as RawJson;
  const reviver: Reviver = (_key, value, context) =>
    typeof value === 'number' && context?.source && context.source !== String(value) && rawJSON
      ? rawJSON(context.source)
      : value;
  return JSON.parse(text, reviver);
}

export interface ShownBody {
  language: 'json' | 'xml' | 'text';
  text: string;
}

/** The body of a wrapped payload as people read it: JSON indented, everything else as it came. */
export function bodyOf(data: unknown): ShownBody {
  const members = membersOf(data);
  if (typeof members.xmlBody === 'string') return { language: 'xml', text: members.xmlBody };
  if (typeof members.textBody === 'string') return { language: 'text', text: members.textBody };
  const body = members.jsonBody ?? members.formBody ?? members.xmlBody;
  return { language: 'json', text: body === undefined ? '' : JSON.stringify(body, null, 2) };
}

/** `headers` and `query` of a wrapped payload. */
export function pairsOf(data: unknown, member: 'headers' | 'query'): [string, string][] {
  return Object.entries(membersOf(membersOf(data)[member])).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
