import { setTimeout as pause } from 'node:timers/promises';
import type { LineAnswer, PhoneCall, PhoneLine } from '../support/phone-line.ts';

/** Milliseconds until each answer, by the step of the call. */
export type Times = Map<string, number[]>;

/** A call that is taken by the first person who is dialled; up to `pausing` and a half as long between two requests. */
export async function takeCall(line: PhoneLine, times: Times, pausing: number): Promise<void> {
  const call = line.ring();
  const member = { CallSid: `${call.sid}-member`, ParentCallSid: call.sid };
  const arrived = await timed('voice', call, 'voice', {});
  const dialled = await timed('route', call, arrived.next('Redirect'), {});
  const leg = dialled.next('statusCallback');
  for (const CallStatus of ['ringing', 'in-progress'])
    await timed('leg-status', call, leg, { ...member, CallStatus });
  const asked = await timed('whisper', call, dialled.next('url'), member);
  const confirm = { ...member, Digits: '1' };
  await timed('confirm', call, asked.next('action'), confirm);
  await timed('leg-status', call, leg, { ...member, CallStatus: 'completed' });
  const bridged = { DialCallStatus: 'completed', DialCallDuration: '9', DialBridged: 'true' };
  await timed('dial-result', call, dialled.next('action'), bridged);
  await timed('status', call, 'status', { CallStatus: 'completed', CallDuration: '20' });
  await timed('(apology)', call, 'voice-fallback', {});

  async function timed(
    step: string,
    on: PhoneCall,
    address: string,
    fields: Record<string, string>,
  ) {
    await pause(pausing * (0.5 + Math.random()));
    return timedPost(times, step, () => on.post(address, fields));
  }
}

/** Throws for an answer that no carrier would take. */
export async function timedPost(
  times: Times,
  step: string,
  post: () => Promise<LineAnswer>,
): Promise<LineAnswer> {
  const start = performance.now();
  const answer = await post();
  const measured = times.get(step) ?? [];
  times.set(step, measured);
  measured.push(performance.now() - start);
  if (answer.status >= 300) throw new Error(`${step}: ${answer.status} ${answer.text}`);
  return answer;
}
