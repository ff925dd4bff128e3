import type { RungPhone, SimulatedCall, SimulatedRecording } from './calls.ts';
import type { Leg } from './leg.ts';
import { readTwiml, type Verb } from './twiml.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What an interpreter needs of the carrier around it. */
export interface Exchange {
  time: VirtualTime;
  publicUrl: string;
  /** Asks what to do next; null where nobody answers, not even at the fallback. */
  ask(line: Line, url: string, fields: Record<string, string>): Promise<Document | null>;
  /** Reports something, without waiting for it. */
  report(line: Line, url: string, fields: Record<string, string>): void;
  dial(call: SimulatedCall, verb: Verb): Promise<DialResult>;
  keepRecording(call: SimulatedCall): SimulatedRecording;
  /** Seconds that the file at this address plays; null where there is none. */
  listen(url: string): Promise<number | null>;
}

/** The caller's side of a call, or that of somebody who was dialled. */
export interface Line {
  call: SimulatedCall;
  leg: Leg;
  /** Null on the caller's side. */
  phone: RungPhone | null;
}

export interface Document {
  body: string;
  contentType: string | null;
}

export interface DialResult {
  fields: Record<string, string>;
}

const charactersPerSecond = 15;
const beepSeconds = 0.5;
const recordingReadySeconds = 2;
const transcriptReadySeconds = 8;
const documentsMax = 60;

type Next = { go: 'on' } | { go: 'end' } | { go: 'to'; document: Document | null };
const on: Next = { go: 'on' };
const end: Next = { go: 'end' };

/**
 * Does what documents say, one after another, until the line has ended or, on a phone that was dialled, nothing is left
 * to do.
 */
export async function perform(
  exchange: Exchange,
  line: Line,
  first: Document | null,
): Promise<'ended' | 'finished'> {
  let document = first;
  for (let count = 1; ; count += 1) {
    if (document === null) {
      line.leg.end();
      return 'ended';
    }
    if (count > documentsMax) throw new Error(`The call ${line.call.sid} goes round in circles.`);
    const verbs = readTwiml(document.body, document.contentType, {
      isWhisper: line.phone !== null,
      isAnswered: line.leg.answeredAt !== null,
      publicUrl: exchange.publicUrl,
    });
    document = null;
    let next = on;
    for (const verb of verbs) {
      if (line.leg.hasEnded) return 'ended';
      next = await act(exchange, line, verb);
      if (next.go !== 'on') break;
    }
    if (line.leg.hasEnded) return 'ended';
    if (next.go === 'on') {
      if (line.phone) return 'finished';
      line.call.ranOut = true;
      line.leg.end();
      return 'ended';
    }
    if (next.go === 'end') {
      line.leg.end();
      return 'ended';
    }
    document = next.document;
  }
}

async function act(exchange: Exchange, line: Line, verb: Verb): Promise<Next> {
  const { leg, call } = line;
  if (verb.name === 'Reject') {
    call.status = 'busy';
    return end;
  }
  if (verb.name === 'Dial') {
    if (verb.attributes.answerOnBridge !== 'true') answer(exchange, line);
    return dial(exchange, line, verb);
  }
  if (verb.name !== 'Pause' && verb.name !== 'Redirect') answer(exchange, line);
  switch (verb.name) {
    case 'Say':
    case 'Play':
    case 'Pause':
      await hear(exchange, leg, verb);
      return on;
    case 'Gather':
      return gather(exchange, line, verb);
    case 'Redirect':
      return ask(exchange, line, verb.text, {});
    case 'Record':
      return record(exchange, line, verb);
    case 'Hangup':
      return end;
    default:
      throw new Error(`<${verb.name}> was let through.`);
  }
}

export function answer({ time }: Exchange, { leg, call, phone }: Line): void {
  if (leg.answeredAt !== null || leg.hasEnded) return;
  leg.answeredAt = time.now();
  if (!phone) call.status = 'in-progress';
}

/** Speaks or plays; gives the key that interrupted it. */
async function hear(
  exchange: Exchange,
  leg: Leg,
  verb: Verb,
  takesKeys = false,
): Promise<string | null> {
  const seconds = await secondsOf(exchange, verb);
  if (verb.name !== 'Pause') leg.heard.push(verb.text);
  if (verb.name !== 'Pause' && !takesKeys) leg.enters('speech');
  const woken = await leg.wait(seconds, { takesKeys });
  return woken.by === 'key' ? woken.key : null;
}

async function secondsOf(exchange: Exchange, { name, text, attributes }: Verb): Promise<number> {
  if (name === 'Pause') return Number(attributes.length ?? 1);
  const times = Number(attributes.loop ?? 1);
  if (name === 'Say') return (times * text.length) / charactersPerSecond;
  // What cannot be played is left out.
  return times * ((await exchange.listen(text)) ?? 0);
}

async function gather(exchange: Exchange, line: Line, verb: Verb): Promise<Next> {
  const { leg } = line;
  const {
    action = '',
    timeout = '5',
    finishOnKey = '#',
    numDigits,
    actionOnEmptyResult,
    bargeIn,
  } = verb.attributes;
  const digitsMax = numDigits === undefined ? Number.POSITIVE_INFINITY : Number(numDigits);
  leg.enters('keys-awaited');
  let digits = '';
  let finishedBy = '';
  const take = (key: string) => {
    if (key === finishOnKey) finishedBy = key;
    else digits += key;
  };
  for (const prompt of verb.children) {
    const key = await hear(exchange, leg, prompt, bargeIn !== 'false');
    if (leg.hasEnded) return end;
    if (key === null) continue;
    take(key);
    break;
  }
  while (finishedBy === '' && digits.length < digitsMax) {
    const woken = await leg.wait(Number(timeout), { takesKeys: true });
    if (woken.by === 'end') return end;
    if (woken.by === 'time') break;
    take(woken.key);
  }
  if (digits === '' && actionOnEmptyResult !== 'true') return on;
  return ask(exchange, line, action, {
    Digits: digits,
    FinishedOnKey: finishedBy,
    msg: 'Gather End',
  });
}

async function dial(exchange: Exchange, line: Line, verb: Verb): Promise<Next> {
  const { fields } = await exchange.dial(line.call, verb);
  return ask(exchange, line, verb.attributes.action ?? '', fields);
}

async function record(exchange: Exchange, line: Line, verb: Verb): Promise<Next> {
  const { call, leg } = line;
  const { attributes } = verb;
  const secondsMax = Number(attributes.maxLength ?? 3600);
  const silenceSeconds = Number(attributes.timeout ?? 5);
  const recording = exchange.keepRecording(call);
  const wanted = (attributes.recordingStatusCallbackEvent ?? 'completed').split(' ');
  const tell = (status: SimulatedRecording['status'], seconds: number, after: number) => {
    recording.status = status;
    recording.seconds = seconds;
    const { recordingStatusCallback: url } = attributes;
    if (url === undefined || !wanted.includes(status)) return;
    exchange.time.after(after, () =>
      exchange.report(line, url, {
        RecordingSid: recording.sid,
        RecordingStatus: status,
        RecordingDuration: String(status === 'in-progress' ? -1 : seconds),
        RecordingChannels: '1',
        RecordingSource: 'RecordVerb',
        RecordingTrack: 'both',
        ErrorCode: status === 'absent' ? '16101' : '0',
      }),
    );
  };
  if (attributes.playBeep !== 'false') {
    leg.heard.push('beep');
    await leg.wait(beepSeconds);
    if (leg.hasEnded) {
      tell('absent', 0, recordingReadySeconds);
      return end;
    }
  }
  tell('in-progress', 0, 0);
  leg.enters('beep');
  const message = call.script.message ?? { seconds: 0, ends: 'silence' };
  const isFull = message.ends === 'nothing' || message.seconds >= secondsMax;
  const spokenSeconds = isFull ? secondsMax : message.seconds;
  const startedAt = exchange.time.now();
  const woken = await leg.wait(spokenSeconds);
  if (woken.by === 'time' && !isFull) {
    if (message.ends === 'hang-up') leg.end({ byHanger: true });
    if (message.ends === 'silence') await leg.wait(silenceSeconds);
  }
  const elapsed = (exchange.time.now() - startedAt) / 1000;
  const seconds = Math.round(Math.min(elapsed, spokenSeconds));
  if (seconds === 0) {
    tell('absent', 0, recordingReadySeconds);
    return leg.hasEnded ? end : on;
  }
  recording.transcript = message.transcript;
  tell('completed', seconds, recordingReadySeconds);
  transcribe(exchange, line, verb, recording);
  return ask(exchange, line, attributes.action ?? '', {
    RecordingSid: recording.sid,
    RecordingDuration: String(seconds),
    Digits: leg.hasEnded ? 'hangup' : message.ends === '#' && !isFull ? '#' : '',
  });
}

/** What comes next on this line; after its end the carrier asks all the same, and does nothing with the answer. */
async function ask(
  exchange: Exchange,
  line: Line,
  url: string,
  fields: Record<string, string>,
): Promise<Next> {
  const document = await exchange.ask(line, url, fields);
  if (!line.leg.hasEnded) return { go: 'to', document };
  if (document)
    readTwiml(document.body, document.contentType, {
      isWhisper: line.phone !== null,
      isAnswered: line.leg.answeredAt !== null,
      publicUrl: exchange.publicUrl,
    });
  return end;
}

/** Of recordings longer than 2 and shorter than 120 seconds only (error 13617). */
function transcribe(
  exchange: Exchange,
  line: Line,
  { attributes }: Verb,
  recording: SimulatedRecording,
): void {
  const { transcribe: isWanted, transcribeCallback: url } = attributes;
  if (isWanted !== 'true' || url === undefined || recording.transcript === undefined) return;
  const text = recording.seconds > 2 && recording.seconds < 120 ? recording.transcript : null;
  exchange.time.after(transcriptReadySeconds, () =>
    exchange.report(line, url, {
      TranscriptionSid: recording.sid.replace(/^RE/, 'TR'),
      TranscriptionStatus: text === null ? 'failed' : 'completed',
      TranscriptionText: text ?? '',
      TranscriptionType: 'fast',
      RecordingSid: recording.sid,
    }),
  );
}
