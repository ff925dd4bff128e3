import { wavOf } from './audio.ts';

const boundary = 'a-boundary-of-the-tests';

/** What `multipartText` is sent as. */
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** A form in which every member is a file. */
export function multipartText(members: Readonly<Record<string, string>>): string {
  const parts = Object.entries(members).map(
    ([name, content]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.wav"\r\n` +
      `Content-Type: application/octet-stream\r\n\r\n${content}\r\n`,
  );
  return `${parts.join('')}--${boundary}--\r\n`;
}

export function formData(members: Readonly<Record<string, string | Uint8Array>>): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(members))
    form.set(name, new Blob([new Uint8Array(Buffer.from(content))]), `${name}.wav`);
  return form;
}

/** Sound of which every byte is ASCII, so that it can travel in a text. */
export const tinySound = wavOf(0.01, { bits: 8 }).toString('latin1');
