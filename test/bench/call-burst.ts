/**
 * Very many callers at once: so many calls that begin within a second, each to a number of its own, and what a carrier
 * asks for each of them until somebody has taken it: processor time for each callback, how long the carrier waits, and
 * how many callers are told to hold on because no answer was there in time. The carrier asks again as it is told.
 * Before that as many calls as it takes for the server to be warm. The floor is the apology, which is the same route
 * without anything to decide or store. `node test/bench/call-burst.ts [calls] [calls before]`
 */
import { setTimeout as pause } from 'node:timers/promises';
import { connectLine, type LineAnswer, type PhoneLine } from '../support/phone-line.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { startBenchServer } from './bench-server.ts';
import { type Times, takeCall, timedPost } from './call-steps.ts';
import { processorSeconds } from './process-figures.ts';
import { quantile } from './quantile.ts';

const calls = Number(process.argv[2] ?? 200);
const before = Number(process.argv[3] ?? 40);

const server = await startBenchServer();
let held = 0;
let sorry = 0;
try {
  const { api } = server;
  const lines: PhoneLine[] = [];
  for (let n = 0; n < calls; n += 1) {
    const name = `P${n}`;
    const users = { [name]: { phoneNumber: `+49151${String(30_000_000 + n)}` } };
    const team = await staffTeam(api, `Team ${n}`, [{ people: [name] }], { users });
    lines.push(await connectLine(api, server.url, team.id));
  }
  for (let n = 0; n < before; n += 1)
    await takeCall(lines[n % lines.length] as PhoneLine, new Map(), 0);
  // What the calls before have left to do is no part of the burst.
  await pause(5000);
  const times: Times = new Map();
  const used = processorSeconds(server.pid);
  const start = performance.now();
  const settled = await Promise.allSettled(
    lines.map(async (line, n) => {
      await pause((n * 1000) / lines.length);
      await call(line, times);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const now = processorSeconds(server.pid);
  const all = [...times.values()].flat();
  const perCallback = (part: 'all' | 'main' | 'engine') =>
    (((now[part] - used[part]) * 1000) / all.length).toFixed(2);
  await pause(5000);
  const idle = processorSeconds(server.pid);
  const apologies = lines.flatMap((line) => Array.from({ length: 5 }, () => line.ring()));
  await Promise.all(apologies.map((ringing) => ringing.post('voice-fallback')));
  const floor = processorSeconds(server.pid).all - idle.all;
  const row = (waits: readonly number[]) => ({
    count: waits.length,
    'p50 ms': quantile(waits, 0.5).toFixed(0),
    'p99 ms': quantile(waits, 0.99).toFixed(0),
    'max ms': quantile(waits, 1).toFixed(0),
  });
  console.table({
    all: row(all),
    ...Object.fromEntries([...times].map(([step, waits]) => [step, row(waits)])),
  });
  console.table({
    'processor ms per callback': perCallback('all'),
    'of them on the main thread': perCallback('main'),
    'of them in the database': perCallback('engine'),
    'floor: (apology)': ((floor * 1000) / apologies.length).toFixed(2),
    'seconds for all calls': seconds.toFixed(1),
    'told to hold on': held,
    'heard an apology': sorry,
    'calls that failed': settled.filter(({ status }) => status === 'rejected').length,
  });
  for (const one of settled.slice(0, 500))
    if (one.status === 'rejected') {
      console.log(String(one.reason).slice(0, 300));
      break;
    }
} finally {
  await server.end();
}

/** From the first ring to somebody who takes it: no pauses, as the burst is about its beginning. */
async function call(line: PhoneLine, times: Times): Promise<void> {
  const ringing = line.ring();
  const member = { CallSid: `${ringing.sid}-member`, ParentCallSid: ringing.sid };
  const ask = async (step: string, address: string, fields: Record<string, string> = {}) => {
    let answer = await timedPost(times, step, () => ringing.post(address, fields));
    while (answer.text.includes('<Pause')) {
      held += 1;
      await pause(2000);
      const again = answer.next('Redirect');
      answer = await timedPost(times, step, () => ringing.post(again, fields));
    }
    if (isSorry(answer)) {
      sorry += 1;
      throw new Error(`${step}: ${answer.text}`);
    }
    return answer;
  };
  const arrived = await ask('voice', 'voice');
  const dialled = await ask('route', arrived.next('Redirect'));
  const leg = dialled.next('statusCallback');
  const report = (CallStatus: string) => ask('leg-status', leg, { ...member, CallStatus });
  await report('ringing');
  await report('in-progress');
  const asked = await ask('whisper', dialled.next('url'), member);
  await ask('confirm', asked.next('action'), { ...member, Digits: '1' });
  await report('completed');
  const bridged = { DialCallStatus: 'completed', DialCallDuration: '9', DialBridged: 'true' };
  await ask('dial-result', dialled.next('action'), bridged);
  await ask('status', 'status', { CallStatus: 'completed', CallDuration: '20' });
}

/** Spoken before hanging up; whoever was connected is hung up on in silence. */
function isSorry({ text }: LineAnswer): boolean {
  return text.includes('<Say') && text.includes('<Hangup');
}
