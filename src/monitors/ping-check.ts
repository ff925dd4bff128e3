import type { PingAnswer, Pinger } from '../egress/index.ts';
import type { Finding } from './decide.ts';
import { notMade } from './not-made.ts';
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
        reason: error instanceof Error ? error.message : String(error),
      }),
      elapsedMilliseconds: Math.round(performance.now() - start),
    };
  }
}

/** Also where all is well: which way the host was asked decides what the answer means. */
function reasonOf({ method, sent, received }: PingAnswer, timeoutMilliseconds: number): string {
  const [what, many] = method === 'ICMP' ? ['packet', 'packets'] : ['connection', 'connections'];
  return received === sent
    ? `${method}: ${sent} of ${sent} ${many} answered.`
    : `${method}: ${received} of ${sent} ${sent === 1 ? what : many} answered within ${timeoutMilliseconds} ms.`;
}
