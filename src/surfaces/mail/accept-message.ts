import type { RateLimiter } from '../../http/index.ts';
import { type Intake, receive, resolvesOpenIncident, setAside } from '../../ingest/index.ts';
import type { IntakeView, IntakeViews } from '../../integrations/index.ts';
import { AppError, type World } from '../../kernel/index.ts';
import { words } from '../../sentences/index.ts';
import { hopsMax, lookedAtBytesMax } from './limits.ts';
import type { MessageReader } from './message-reader.ts';
import { hopsOf, whyNoAlert } from './no-alert.ts';
import type { MailPayload } from './read-message.ts';
import { SmtpRefusal } from './refusal.ts';

interface Message {
  /** As of the recipient's command. */
  view: IntakeView | null;
  bytes: Buffer;
  envelope: MailPayload['envelope'];
  ip: string;
}

/** Makes a payload of a message; its id once it is on disk. Throws `SmtpRefusal`. */
export async function acceptMessage(
  server: {
    world: World;
    views: IntakeViews;
    intake: Intake;
    limiter: RateLimiter;
    reader: MessageReader;
  },
  { view: known, bytes, envelope, ip }: Message,
): Promise<string> {
  const { world, views, intake, limiter, reader } = server;
  // It may have been deleted while the message came in.
  const view = known && (await views.load(known.integrationId));
  if (!view) throw new SmtpRefusal(550, '5.1.1 There is no such address here', 'unknown-id');
  if (hopsOf(bytes) > hopsMax)
    throw new SmtpRefusal(554, '5.4.6 The message goes round in circles', 'unreadable');
  const now = world.clock.now();
  const verdict = await limiter.consume('webhook', view.integrationId, now);
  const tooMany = new SmtpRefusal(
    451,
    '4.7.1 Too much mail for this address; send it again later',
    'rate-limit',
  );
  if (!verdict.allowed && bytes.length > lookedAtBytesMax) throw tooMany;
  const message = await reader.read({ organizationId: view.organizationId, bytes, envelope });
  const raw = {
    method: 'MAIL',
    contentType: 'application/json',
    headers: {},
    query: {},
    body: Buffer.from(JSON.stringify(message)),
  };
  try {
    const received = await receive(intake, view, raw, { ip, at: now });
    const reason = whyNoAlert(message);
    if (reason !== null) received.evaluations = setAside(words(reason));
    if (!verdict.allowed && !(await resolvesOpenIncident(world, received))) throw tooMany;
    return (await intake.accept(received)).payloadId;
  } catch (error) {
    if (error instanceof AppError && error.code === 'overloaded')
      throw new SmtpRefusal(452, '4.3.1 Too much mail at once; send it again', 'overload');
    if (error instanceof AppError && error.code === 'store-unavailable')
      throw new SmtpRefusal(451, '4.3.0 It could not be stored; send it again', 'store');
    throw error;
  }
}
