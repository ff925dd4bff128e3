import type { CallStep, Calls, VoiceCarrier } from '../../calls/index.ts';
import type { OperationAnswer, OperationHandler, OperationRequest } from '../../http/index.ts';
import { AppError, type Clock } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import type { Sender } from './telephony.ts';
import { noInstructions, xml } from './twiml.ts';

export interface CallHandlersOptions {
  calls: Pick<Calls, 'receive' | 'fallBack'>;
  carriers: readonly VoiceCarrier[];
  publicUrl(): string;
  clock: Clock;
  /** Counts a request that nobody signed, and throws. */
  refuse(sender: Sender, carrier: string): Promise<never>;
  onAnswered(carrier: string, step: string, seconds: number): void;
}

type Query = OperationRequest['query'];

/** The step of a call that each operation is about, by its address. */
const steps: Readonly<Record<string, (query: Query) => CallStep>> = {
  answerInboundCall: () => ({ at: 'voice' }),
  reportCallEnd: () => ({ at: 'status' }),
  takeMenuKey: ({ g }) => ({ at: 'menu', attempt: Number(g) }),
  followRoute: () => ({ at: 'route' }),
  askMember: ({ leg }) => ({ at: 'whisper', leg: Number(leg) }),
  takeMemberKey: ({ leg, g }) => ({ at: 'confirm', leg: Number(leg), attempt: Number(g) }),
  reportLeg: ({ leg }) => ({ at: 'leg-status', leg: Number(leg) }),
  continueAfterDial: ({ leg }) => ({ at: 'dial-result', leg: Number(leg) }),
  continueAfterRecording: () => ({ at: 'recorded' }),
  continueWithoutRecording: () => ({ at: 'recorded-empty' }),
  reportRecording: () => ({ at: 'recording-status' }),
  takeTranscript: () => ({ at: 'transcription' }),
  askWhoCallsBack: ({ leg }) => ({ at: 'call-back', leg: Number(leg) }),
  takeKeyOfCallBack: ({ leg, g }) => ({
    at: 'call-back-key',
    leg: Number(leg),
    attempt: Number(g),
  }),
  continueAfterCallBack: ({ leg }) => ({ at: 'call-back-result', leg: Number(leg) }),
  reportCallBack: ({ leg }) => ({ at: 'call-back-status', leg: Number(leg) }),
};

/**
 * Calls of numbers that lead to whoever is on call. `calls` checks who sent a request: what proves it is different for
 * each number.
 */
export function callHandlers(
  options: CallHandlersOptions,
): Readonly<Record<string, OperationHandler<Sender>>> {
  const { calls, publicUrl, clock, refuse, onAnswered } = options;
  const carriers = new Map(options.carriers.map((carrier) => [carrier.name, carrier]));
  const carrierOf = ({ params: { carrier = '' } }: OperationRequest): VoiceCarrier => {
    const found = carriers.get(carrier);
    if (!found) throw new AppError('not-found', say('noSuchCarrier', { carrier }));
    return found;
  };

  const arrived = async ({ arrival }: Sender) => ({
    arrivedAt: arrival.arrivedAt,
    isGone: arrival.isGone,
    request: {
      target: arrival.url,
      publicUrl: publicUrl(),
      header: (name: string) => arrival.headers.get(name),
      body: (await arrival.rawBody()) ?? Buffer.alloc(0),
      now: clock.now(),
    },
  });

  const handlers = Object.entries(steps).map(
    ([operationId, stepOf]): [string, OperationHandler<Sender>] => [
      operationId,
      async (sender, request) => {
        const start = performance.now();
        const carrier = carrierOf(request);
        const step = stepOf(request.query);
        const received = await calls.receive({
          carrier: carrier.name,
          integrationId: request.params.integrationId ?? '',
          step,
          sessionId: typeof request.query.s === 'string' ? request.query.s : null,
          again: typeof request.query.again === 'string' ? request.query.again : null,
          ...(await arrived(sender)),
        });
        if (received.outcome === 'refused') return refuse(sender, carrier.name);
        onAnswered(carrier.name, step.at, (performance.now() - start) / 1000);
        switch (received.outcome) {
          case 'answered':
            return instructions(received.answer);
          case 'noted':
            return carrier.notedStatus === 204
              ? { status: 204 }
              : instructions({ body: noInstructions, contentType: xml['content-type'] });
          case 'unknown':
            throw new AppError('not-found', say('noSuchCall'));
          case 'unavailable':
            throw new AppError('store-unavailable', say('carrierReportUnstored'));
        }
      },
    ],
  );
  return {
    ...Object.fromEntries(handlers),
    // Without the store, so that it works whatever else does not.
    apologizeToCaller: async (sender, request) =>
      instructions(
        await calls.fallBack({
          carrier: carrierOf(request).name,
          integrationId: request.params.integrationId ?? '',
          ...(await arrived(sender)),
        }),
      ),
  };
}

function instructions({ body, contentType }: ReturnType<VoiceCarrier['apology']>): OperationAnswer {
  return { status: 200, text: body, headers: { 'content-type': contentType } };
}
