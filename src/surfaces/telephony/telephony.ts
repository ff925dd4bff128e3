import { Router } from 'express';
import type { Calls, VoiceCarrier } from '../../calls/index.ts';
import {
  type Channels,
  isSignedByCarrier,
  isSignedByTelnyx,
  type SenderSettings,
  signedFieldsOf,
} from '../../channels/index.ts';
import {
  type ApiDocument,
  type Arrival,
  createDocumentRouter,
  formBodies,
  jsonBodies,
  type Metrics,
  type RateLimiter,
  tooMany,
  toProblem,
  type WriteError,
} from '../../http/index.ts';
import { AppError, type Log, type World } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { audioHandlers } from './audio.ts';
import { callHandlers } from './calls.ts';
import { notificationHandlers } from './notifications.ts';
import { noInstructions, xml } from './twiml.ts';

export interface TelephonyOptions {
  world: World;
  documents: { telephony: ApiDocument };
  config: Pick<SenderSettings, 'twilioAccountSid' | 'twilioAuthTokens' | 'telnyxPublicKey'>;
  channels: Pick<Channels, 'send'>;
  /** As the carrier was given it: what it signs. */
  publicUrl(): string;
  limiter: RateLimiter;
  calls: Pick<Calls, 'receive' | 'fallBack'>;
  carriers: readonly VoiceCarrier[];
  metrics: Pick<Metrics, 'callAnswered' | 'callRefused'>;
  checkAnswers?: boolean | undefined;
}

/** Who sent a request: the carrier where its signature was checked already, anybody where the handler does it. */
export interface Sender {
  requestId: string;
  arrival: Arrival;
}

const bodyBytesMax = 64 * 1024;

/** Everything under `/telephony/`. */
export function createTelephony(options: TelephonyOptions): Router {
  const { world, config, publicUrl, limiter, metrics, checkAnswers = false } = options;
  const document = options.documents.telephony;
  const router = Router({ caseSensitive: true });
  router.use(
    document.basePath,
    createDocumentRouter<Sender>({
      document,
      handlers: {
        ...notificationHandlers(options),
        ...callHandlers({
          ...options,
          clock: world.clock,
          async refuse({ arrival }, carrier) {
            metrics.callRefused(carrier);
            return refuse(arrival);
          },
          onAnswered: metrics.callAnswered,
        }),
        ...audioHandlers(world),
      },
      async authenticate({ path }, arrival) {
        // Calls are signed for each number: `calls` looks up by what.
        const isGenuine = path.startsWith('/twilio/notifications/')
          ? await isOfTwilio(arrival, config, publicUrl())
          : path.startsWith('/telnyx/notifications/')
            ? await isOfTelnyx(arrival, config, world.clock.now())
            : true;
        if (!isGenuine) await refuse(arrival);
        return { requestId: arrival.requestId, arrival };
      },
      bodies: [formBodies, jsonBodies],
      bodyBytesMax,
      // The carrier adds parameters of its own.
      query: { names: 'exact', unknown: 'ignore' },
      answerType: 'text/xml',
      writeError: writeNothing(world.log),
      checkAnswers,
    }),
  );
  return router;

  /** Beyond the limit of its address a stranger gets 429, and leaves no line in the log. */
  async function refuse({ address, requestId }: Arrival): Promise<never> {
    const count = { scope: 'invalid-key', what: say('unsignedRequests') };
    const verdict = await limiter.consume(count.scope, address, world.clock.now());
    if (!verdict.allowed) throw tooMany(limiter, count, verdict);
    world.log.warn(
      { requestId, address },
      'a telephony request without a valid signature was refused',
    );
    throw new AppError('forbidden', say('notSignedByCarrier'));
  }
}

/** Signed with a token of the configured account, and about that account. */
async function isOfTwilio(
  { headers, url, rawBody }: Arrival,
  { twilioAccountSid, twilioAuthTokens = [] }: TelephonyOptions['config'],
  publicUrl: string,
): Promise<boolean> {
  const fields = signedFieldsOf((await rawBody()) ?? Buffer.alloc(0));
  if (fields === null || twilioAccountSid === undefined) return false;
  if (fields.AccountSid !== twilioAccountSid) return false;
  return isSignedByCarrier({
    authTokens: twilioAuthTokens,
    publicUrl,
    target: url,
    fields,
    signature: headers.get('x-twilio-signature'),
  });
}

/** Signed with the key of the configured account. */
async function isOfTelnyx(
  { headers, rawBody }: Arrival,
  { telnyxPublicKey }: TelephonyOptions['config'],
  now: Date,
): Promise<boolean> {
  return isSignedByTelnyx({
    publicKeys: telnyxPublicKey === undefined ? [] : [telnyxPublicKey],
    header: (name) => headers.get(name),
    body: (await rawBody()) ?? Buffer.alloc(0),
    now,
  });
}

/** A caller hears nothing of our trouble: the call ends, and the carrier notes the status. */
function writeNothing(log: Log): WriteError {
  return (error, { requestId, path }) => {
    const { status, headers } = toProblem(error, requestId, path, log);
    return { status, headers: { ...headers, ...xml }, body: noInstructions };
  };
}
