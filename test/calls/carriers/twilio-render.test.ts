import { expect, it } from 'vitest';
import { createAddresses } from '../../../src/calls/carriers/addresses.ts';
import { render } from '../../../src/calls/carriers/twilio/render.ts';
import type { Instruction } from '../../../src/calls/instructions.ts';

const addresses = createAddresses({
  publicUrl: 'https://t.example/base',
  carrier: 'twilio',
  integrationId: 'i1',
  sessionId: 's1',
});
const at = 'https://t.example/base/telephony/twilio/i1';
const speech = (text: string, locale = 'de-DE') => ({ kind: 'speech', text, locale }) as const;
const audio = {
  kind: 'audio',
  fileId: 'f1',
  sha256: 'abc',
  extension: 'mp3',
  durationSeconds: 3,
} as const;

it.each<[Instruction['do'], Instruction[], string]>([
  [
    'say',
    [
      { do: 'say', prompt: speech('Grüße & <Ende>') },
      { do: 'say', prompt: audio },
    ],
    '<Say language="de-DE" voice="Polly.Vicki">Grüße &amp; &lt;Ende&gt;</Say>' +
      '<Play>https://t.example/base/telephony/audio/f1/abc.mp3</Play>',
  ],
  [
    'gather',
    [
      {
        do: 'gather',
        prompts: [speech('Press 1', 'en-GB'), audio],
        seconds: 5,
        next: { at: 'menu', attempt: 2 },
      },
    ],
    `<Gather action="${at}/menu?s=s1&amp;g=2" method="POST" numDigits="1" timeout="5" finishOnKey="" actionOnEmptyResult="true">` +
      '<Say language="en-GB" voice="Polly.Amy">Press 1</Say>' +
      '<Play>https://t.example/base/telephony/audio/f1/abc.mp3</Play></Gather>',
  ],
  [
    'dial',
    [
      {
        do: 'dial',
        to: '+4915112345678',
        callerId: '+4930123456',
        ringSeconds: 20,
        timeLimitSeconds: 14_400,
        whisper: { at: 'whisper', leg: 1 },
        result: { at: 'dial-result', leg: 1 },
        status: { at: 'leg-status', leg: 1 },
      },
    ],
    `<Dial action="${at}/dial-result?s=s1&amp;leg=1" method="POST" timeout="20" timeLimit="14400" callerId="+4930123456" answerOnBridge="true">` +
      `<Number url="${at}/whisper?s=s1&amp;leg=1" method="POST" statusCallback="${at}/leg-status?s=s1&amp;leg=1" statusCallbackMethod="POST" statusCallbackEvent="ringing answered completed">+4915112345678</Number></Dial>`,
  ],
  [
    'record',
    [
      {
        do: 'record',
        secondsMax: 119,
        next: { at: 'recorded' },
        status: { at: 'recording-status' },
        transcription: { at: 'transcription' },
      },
      { do: 'go', next: { at: 'recorded-empty' } },
    ],
    `<Record action="${at}/recorded?s=s1" method="POST" maxLength="119" timeout="5" finishOnKey="#" playBeep="true" trim="trim-silence" recordingStatusCallback="${at}/recording-status?s=s1" recordingStatusCallbackMethod="POST" recordingStatusCallbackEvent="in-progress completed absent" transcribe="true" transcribeCallback="${at}/transcription?s=s1"/>` +
      `<Redirect method="POST">${at}/recorded-empty?s=s1</Redirect>`,
  ],
  ['bridge', [{ do: 'bridge' }], ''],
  ['hang-up', [{ do: 'hang-up' }], '<Hangup/>'],
  ['reject', [{ do: 'reject' }], '<Reject/>'],
])('%s', async (_do, instructions, inside) => {
  const { body, contentType } = await render(instructions, addresses);
  const response = inside === '' ? '<Response/>' : `<Response>${inside}</Response>`;
  const named = response.replaceAll(/(\/twilio\/i1\/[\w-]+\?[^"<]*)/g, '$1#rc=3&amp;rp=ct,5xx');
  expect(body).toBe(`<?xml version="1.0" encoding="UTF-8"?>${named}`);
  expect(contentType).toBe('text/xml; charset=utf-8');
});

it('a recording that nobody writes down is not written down', async () => {
  const { body } = await render(
    [
      {
        do: 'record',
        secondsMax: 300,
        next: { at: 'recorded' },
        status: { at: 'recording-status' },
        transcription: null,
      },
    ],
    addresses,
  );
  expect(body).not.toContain('transcri');
});
