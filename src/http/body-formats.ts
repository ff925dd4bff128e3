import express, { type Request, type Response } from 'express';
import { AppError, countValues, formFieldsMax, parseForm } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';

/** One way to write a body, as documents name it and as clients send it. */
export type BodyFormat = TextFormat | BytesFormat;

interface NamedFormat {
  /** The media type under which documents have the schema. */
  readonly type: string;
  /** The format that the error tells a client to send instead. */
  readonly expected: Sentence;
  /** Media type in lower case, without parameters. */
  accepts(mediaType: string): boolean;
}

export interface TextFormat extends NamedFormat {
  /** Throws 400 when the text is not in this format. A promise where that takes its time. */
  parse(text: string): unknown | Promise<unknown>;
}

export interface BytesFormat extends NamedFormat {
  /** Throws 400 when the bytes are not in this format. */
  read(body: Buffer, contentType: string): Promise<unknown>;
}

/** JSON of as many values as reading, validating and saying what is wrong with each of them takes milliseconds for. */
export const jsonBodies: TextFormat = jsonBodiesBy((text) => {
  demandFewValues(text);
  return JSON.parse(text);
});

/** JSON that is read by `parse`, which throws what `JSON.parse` throws. */
export function jsonBodiesBy(parse: (text: string) => unknown): TextFormat {
  return {
    type: 'application/json',
    expected: say('jsonObject'),
    accepts: (mediaType) => /^(application\/(\S+\+)?json|text\/json)$/.test(mediaType),
    parse: (text) => parseJson(text, parse),
  };
}

/** JSON under a media type of its own, such as `application/scim+json`; plain JSON is taken, too. */
export function jsonBodiesAs(type: string, format = jsonBodies): TextFormat {
  return {
    ...format,
    type,
    accepts: (mediaType) => mediaType === type || mediaType === jsonBodies.type,
  };
}

/** HTML forms: every member is a string, or a list of strings when it was sent more than once. */
export const formBodies: TextFormat = {
  type: 'application/x-www-form-urlencoded',
  expected: say('formFields'),
  accepts: (mediaType) => mediaType === 'application/x-www-form-urlencoded',
  parse: formMembers,
};

/** HTML forms of which these fields are JSON, as their document says by `encoding`. */
export function formBodiesWithJson(names: readonly string[]): TextFormat {
  return {
    ...formBodies,
    async parse(text) {
      const members: Record<string, unknown> = formMembers(text);
      for (const name of names) {
        const value = members[name];
        if (typeof value === 'string') members[name] = await jsonBodies.parse(value);
      }
      return members;
    },
  };
}

function formMembers(text: string): Record<string, string | string[]> {
  const fields = parseForm(text);
  if (fields === null)
    throw new AppError('malformed-body', say('formTooLong', { max: formFieldsMax }));
  const values = new Map<string, string | string[]>();
  for (const [name, value] of fields) {
    const present = values.get(name);
    if (present === undefined) values.set(name, value);
    else if (Array.isArray(present)) present.push(value);
    else values.set(name, [present, value]);
  }
  return Object.fromEntries(values);
}

/** The body as decompressed bytes; undefined when there is none. Reads it once, on the first call. */
export function bodyReader(bytesMax: number) {
  const read = express.raw({ limit: bytesMax, type: () => true });
  const bodies = new WeakMap<Request, Promise<Buffer | undefined>>();
  return (req: Request, res: Response): Promise<Buffer | undefined> => {
    let body = bodies.get(req);
    if (!body) {
      body = new Promise((resolve, reject) => {
        read(req, res, (error: unknown) => {
          if (error) reject(error);
          else resolve(Buffer.isBuffer(req.body) && req.body.length > 0 ? req.body : undefined);
        });
      });
      bodies.set(req, body);
    }
    return body;
  };
}

/** The first of `formats` that accepts the content type, or the first one when there is none. Throws 415. */
export function formatOf(contentType: string | undefined, formats: readonly BodyFormat[]) {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  const format = mediaType ? formats.find((known) => known.accepts(mediaType)) : formats[0];
  if (!format)
    throw new AppError(
      'unsupported-media-type',
      say('sendBodyAs', { types: formats.map(({ type }) => type) }),
    );
  return format;
}

/** The value of a body. Throws 400, and 415 for a text in a charset that is not Unicode. */
export function bodyValueOf(
  body: Buffer,
  format: BodyFormat,
  contentType: string | undefined,
): Promise<unknown> | unknown {
  return 'read' in format
    ? format.read(body, contentType ?? '')
    : format.parse(textOf(body, contentType));
}

/** The bytes of a text body in UTF-8, whatever charset it came in. Throws 415 for charsets that are not Unicode. */
export function utf8Of(
  body: Buffer | undefined,
  contentType: string | undefined,
): Buffer | undefined {
  const isUtf8 =
    !/charset/i.test(contentType ?? '') || /charset\s*=\s*"?utf-?8\b/i.test(contentType ?? '');
  return isUtf8 || !body ? body : Buffer.from(textOf(body, contentType));
}

/** The text of a body in its declared charset, UTF-8 by default. Throws 415 for charsets that are not Unicode. */
function textOf(body: Buffer, contentType: string | undefined): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    if (/^utf-?\d/i.test(charset)) return new TextDecoder(charset).decode(body);
  } catch {
    // A number that no Unicode encoding has.
  }
  throw new AppError('unsupported-media-type', say('charsetUnsupported', { charset }));
}

export function hasBody(headers: Readonly<Record<string, unknown>>): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** 413 for more values than the server looks at while others wait. */
function demandFewValues(text: string): void {
  if (countValues(text, jsonValuesMax) > jsonValuesMax)
    throw new AppError('payload-too-large', say('bodyTooManyValues', { max: jsonValuesMax }));
}

const jsonValuesMax = 10_000;

async function parseJson(text: string, parse: (text: string) => unknown): Promise<unknown> {
  try {
    return await parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('malformed-body', say('bodyNoJsonBecause', { reason }));
  }
}
