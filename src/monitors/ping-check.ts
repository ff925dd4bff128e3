import type { PingAnswer, Pinger } from '../egress/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Finding } from './decide.ts';
import { notMade, whyNot } from './not-made.ts';
import type { PingSettings } from './plan.ts';

/** Asks whether the host of a ping monitor is there. Lost packets are Degraded, none answered is Down. Never throws. */
export async function checkPing(
  pinger: Pinger,
  { host, timeoutInMilliseconds }: PingSettings,
  signal: AbortSignal,
): Promise<Finding> {
  const start = performance.now();
  try {
    const answer = await pinger.ping(host, { timeoutMilliseconds: timeoutInMilliseconds, signal });
    return {
      level: answer.received === 0 ? 'Down' : answer.received < answer.sent ? 'Degraded' : 'Up',
      reason: reasonOf(answer, timeoutInMilliseconds),
      elapsedMilliseconds: Math.round(answer.averageMilliseconds ?? performance.now() - start),
    };
  } catch (error) {
    return {
      ...(notMade(error) ?? {
        level: 'Down' as const,
        reason: whyNot(error),
      }),
      elapsedMilliseconds: Math.round(performance.now() - start),
    };
  }
}

/** Also where all is well: which way the host was asked decides what the answer means. */
function reasonOf({ method, sent, received }: PingAnswer, milliseconds: number): Sentence {
  const count = { method, sent, received };
  if (received === sent)
    return say(method === 'ICMP' ? 'packetsAnswered' : 'connectionsAnswered', count);
  const within = { ...count, milliseconds };
  return say(method === 'ICMP' ? 'packetsUnanswered' : 'connectionsUnanswered', within);
}
