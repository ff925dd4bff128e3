import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callMediaPurposes } from '../../cdktf-provider/rest/call-routing-media.ts';
import { openAudio, readMedia } from '../../src/media/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { mp3FrameBytes, mp3Of, wavOf } from '../support/audio.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';
import { formData, multipartText, multipartType } from '../support/multipart.ts';

let server: TestApp;
let teamId: string;
let number: string;
beforeAll(async () => {
  server = await startTestApp();
  teamId = await server.api.make('/team', { displayName: 'Payments' });
  number = await server.api.make('/inbound-integration', numberWith(undefined));
});
afterAll(() => server.stop());

const megabyte = 1024 * 1024;

function numberWith(welcomeMessage: unknown) {
  return {
    displayName: 'Hotline',
    teamId,
    type: 'Twilio',
    integrationSettings: {
      twilio: {
        accessSettings: { phoneNumber: '+4930901820' },
        ...(welcomeMessage === undefined ? {} : { callFlowConfig: { welcomeMessage } }),
      },
    },
  };
}

const played = (audioFile: object) => ({ type: 'AudioFile', audioFile });
const pathOf = (id = number, purpose = 'welcome') =>
  `/inbound-integration/${id}/call-routing-media/${purpose}`;
const upload = (bytes: Uint8Array, path = pathOf(), api = server.api) =>
  api.post(path, formData({ file: bytes }));

/** Sends bytes as they are, whatever they claim to be. */
async function send(body: string | Uint8Array, headers: Record<string, string>) {
  const answer = await fetch(`${server.app.url}/api/public/v1${pathOf()}`, {
    method: 'POST',
    headers: { 'x-api-key': server.key, ...headers },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

async function read(file: { _id: string; byteCount: number }): Promise<Buffer> {
  const parts = [];
  for await (const part of readMedia(server.app.world, file)) parts.push(part);
  return Buffer.concat(parts);
}

describe('an upload', () => {
  test.each([
    ['wav', wavOf(2), 'audio/wav', 2],
    ['wav of two minutes', wavOf(120), 'audio/wav', 120],
    ['mp3', mp3Of(50), 'audio/mpeg', 1.306],
  ])(
    '%s is kept byte for byte, and answers what a prompt names',
    async (extension, bytes, contentType, seconds) => {
      const answer = await upload(bytes);
      expect(answer.status, answer.text).toBe(200);
      const { objectKey } = answer.body;
      const ending = extension.startsWith('wav') ? 'wav' : 'mp3';
      expect(answer.body).toEqual({
        objectKey: expect.stringMatching(new RegExp(`^prompts/[0-9a-f-]{36}\\.${ending}$`)),
        fileName: 'file.wav',
        contentType,
        fileSizeBytes: bytes.length,
        durationSeconds: seconds,
        uploadedAt: '2026-03-02T10:00:00.000Z',
        uploadedByUserId: null,
      });
      const id = String(objectKey).slice(8, 44);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const file = await openAudio(server.app.world, id, sha256);
      expect(file).toMatchObject({ contentType, extension: ending });
      expect(file && (await read(file)).equals(bytes)).toBe(true);
      // The whole answer is a prompt, and comes back as it was.
      const made = await server.api.post('/inbound-integration', numberWith(played(answer.body)));
      expect(made.status, made.text).toBe(200);
      expect(made.body.integrationSettings).toMatchObject({
        twilio: { callFlowConfig: { welcomeMessage: { audioFile: answer.body } } },
      });
    },
  );

  test('says who uploaded it, and is told by its content whatever its name says', async () => {
    const person = await makePerson(server, { teams: { [teamId]: 'Administrator' } });
    const { body } = await upload(mp3Of(50), pathOf(), person.api);
    expect(body).toMatchObject({ uploadedByUserId: person.id, contentType: 'audio/mpeg' });
  });

  test('with an Idempotency-Key is made once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await server.api.post(pathOf(), formData({ file: wavOf(1) }), key);
    const again = await server.api.post(pathOf(), formData({ file: wavOf(1) }), key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    const other = await server.api.post(pathOf(), formData({ file: wavOf(2) }), key);
    expect(other.status).toBe(422);
  });

  test.each(callMediaPurposes)('for %s', async (purpose) => {
    expect((await upload(wavOf(1), pathOf(number, purpose))).status).toBe(200);
  });

  test('for whatever the document knows, by code as well', () => {
    const { components } = JSON.parse(readFileSync('openapi/bundled/public-v1.json', 'utf8'));
    expect(components.schemas.CallMediaPurpose.enum).toEqual(callMediaPurposes);
  });

  test('for something else is refused', async () => {
    expect((await upload(wavOf(1), pathOf(number, 'music'))).status).toBe(400);
  });
});

describe('a hostile body is refused with a reason', () => {
  test.each([
    ['neither mp3 nor wav', Buffer.from('GIF89a'.repeat(100)), 400, /neither an mp3 nor a wav/],
    ['an empty file', Buffer.alloc(0), 400, /neither/],
    ['a cut mp3', mp3Of(100).subarray(0, 50 * mp3FrameBytes + 9), 400, /cut off/],
    ['a cut wav', wavOf(10).subarray(0, 9000), 400, /cut off/],
    ['a wav of 121 seconds', wavOf(121), 400, /121 seconds; at most 120/],
    ['an mp3 of 121 seconds', mp3Of(4633), 400, /at most 120/],
    [
      'slightly more than 5 MB',
      wavOf(1, {}) && Buffer.concat([wavOf(1), Buffer.alloc(5 * megabyte)]),
      400,
      /5 MB/,
    ],
    ['6 MB', Buffer.alloc(6 * megabyte), 413, /./],
  ])('%s', async (_name, bytes, status, reason) => {
    const answer = await upload(bytes);
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(reason)]);
  });

  const file = wavOf(0.01, { bits: 8 }).toString('latin1');
  test.each<[string, string, Record<string, string>, number, RegExp]>([
    ['not a form', '{"file":"x"}', { 'content-type': 'application/json' }, 415, /multipart/],
    [
      'a form without files',
      'file=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      /multipart/,
    ],
    ['no boundary', 'x', { 'content-type': 'multipart/form-data' }, 400, /cannot be read/],
    ['no part', multipartText({}), { 'content-type': multipartType }, 400, /file/],
    [
      'another name',
      multipartText({ upload: file }),
      { 'content-type': multipartType },
      400,
      /file/,
    ],
    [
      'two files',
      multipartText({ file, more: file }),
      { 'content-type': multipartType },
      400,
      /nothing in the form but the file/,
    ],
    [
      'a form that ends early',
      multipartText({ file }).slice(0, 200),
      { 'content-type': multipartType },
      400,
      /cannot be read/,
    ],
    ['nothing', '', { 'content-type': multipartType }, 400, /file/],
    [
      'a text where a file belongs',
      multipartText({ file })
        .replace('; filename="file.wav"', '')
        .replace('Content-Type: application/octet-stream\r\n', ''),
      { 'content-type': multipartType },
      400,
      /nothing in the form but the file/,
    ],
  ])('%s', async (_name, body, headers, status, reason) => {
    const answer = await send(body, headers);
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(reason)]);
  });

  test('only an upload may be that large', async () => {
    const large = 'x'.repeat(2 * megabyte);
    const answer = await server.api.put(`/inbound-integration/${number}`, numberWith(large));
    expect(answer.status).toBe(413);
    // And no other operation reads forms.
    const form = await server.api.post('/inbound-integration', formData({ file: 'x' }));
    expect(form.status).toBe(415);
  });

  test('other types have no prompts', async () => {
    const webhook = await server.api.make('/inbound-integration', {
      displayName: 'Alerts',
      teamId,
      type: 'Webhook',
    });
    const answer = await upload(wavOf(1), pathOf(webhook));
    expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/no phone number/)]);
  });
});

describe('who may', () => {
  test('upload is who may edit the number', async () => {
    const other = await makeOrganization(server);
    const table = [
      [server.as(await makeKey(server, { teamIds: [teamId] })), 200],
      [(await makePerson(server, { teams: { [teamId]: 'Administrator' } })).api, 200],
      [(await makePerson(server, { organizationRole: 'Administrator' })).api, 200],
      [(await makePerson(server, { teams: { [teamId]: 'Member' } })).api, 403],
      [other.api, 404],
    ] as const;
    for (const [api, status] of table)
      expect((await upload(wavOf(1), pathOf(), api)).status).toBe(status);
  });

  test('a file of another organization cannot be named, nor one that is about to go', async () => {
    const other = await makeOrganization(server);
    const team = await other.api.make('/team', { displayName: 'Theirs' });
    const theirs = await other.api.make('/inbound-integration', {
      ...numberWith(undefined),
      teamId: team,
    });
    const foreign = await upload(wavOf(1), pathOf(theirs), other.api);
    const own = await upload(wavOf(1));
    const refused = await server.api.post('/inbound-integration', numberWith(played(foreign.body)));
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringMatching(/no uploaded file/),
    ]);
    const renamed = { objectKey: String(own.body.objectKey).replace('.wav', '.mp3') };
    const wrong = await server.api.post('/inbound-integration', numberWith(played(renamed)));
    expect(wrong.status).toBe(400);

    const kept = await server.api.make('/inbound-integration', numberWith(played(own.body)));
    const late = await upload(wavOf(1));
    await server.app.jobs.runAll();
    server.clock.advance(24 * 3600);
    const again = await server.api.put(
      `/inbound-integration/${kept}`,
      numberWith(played(own.body)),
    );
    expect(again.status, again.text).toBe(200);
    const outdated = await server.api.post('/inbound-integration', numberWith(played(late.body)));
    expect(outdated.status).toBe(400);
    server.clock.advance(2 * 3600);
    await server.app.jobs.runAll();
    const bytesOf = async (body: object) => {
      const key = String((body as { objectKey: string }).objectKey);
      const sha256 = createHash('sha256').update(wavOf(1)).digest('hex');
      return openAudio(server.app.world, key.slice(8, 44), sha256);
    };
    expect(await bytesOf(own.body)).not.toBeNull();
    expect(await bytesOf(late.body)).toBeNull();
  });
});
