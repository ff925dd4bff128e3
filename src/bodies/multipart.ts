import { createHash } from 'node:crypto';
import busboy from 'busboy';
import { type Sentence, say } from '../kernel/index.ts';
import { appendField, createFormFields, type FormFields } from './form-fields.ts';
import { multipartLimits } from './limits.ts';

/**
 * Fields of a multipart/form-data body; a file becomes `{ name, type, size, sha256 }`, its bytes stay in
 * the stored body only. Never rejects: what is wrong with the body is the answer.
 */
export async function parseMultipart(
  body: Uint8Array,
  contentType: string,
): Promise<{ fields: FormFields } | { problem: Sentence }> {
  const fields = createFormFields();
  let problem: Sentence | undefined;
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: { 'content-type': contentType },
      limits: multipartLimits,
      // Browsers and curl write file names in UTF-8.
      defParamCharset: 'utf8',
    });
  } catch (error) {
    return { problem: say('multipartUnreadable', { why: messageOf(error) }) };
  }
  parser.on('field', (name, value, info) => {
    appendField(fields, name ?? '', value);
    if (info.valueTruncated)
      problem ??= say('multipartFieldTooLarge', {
        name: name ?? '',
        max: multipartLimits.fieldSize,
      });
  });
  parser.on('file', (name, stream, info) => {
    const hash = createHash('sha256');
    let size = 0;
    // A body that ends within a file fails this stream too; unheard, that would end the process.
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      size += chunk.length;
    });
    stream.on('end', () =>
      appendField(fields, name ?? '', {
        name: info.filename ?? '',
        type: info.mimeType,
        size,
        sha256: hash.digest('hex'),
      }),
    );
  });
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
    parser.on(limit, () => {
      problem ??= say('multipartPartsOver', { max: multipartLimits.parts });
    });
  await new Promise<void>((resolve) => {
    parser.on('close', resolve);
    parser.on('error', (error) => {
      problem ??= say('multipartUnreadable', { why: messageOf(error) });
      resolve();
    });
    parser.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  });
  return problem === undefined ? { fields } : { problem };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unreadable';
}
