import {
  type AddressForCarrier,
  type ChannelName,
  type Channels,
  reachableAt,
  registry,
} from '../channels/index.ts';
import { speechFor, type User } from '../identity/index.ts';
import { AppError, type Ctx, invalidField, orderedId, type World } from '../kernel/index.ts';
import { type Language, say, speaker, words } from '../sentences/index.ts';

/** How a person is written to or called who tries an address, or confirms it. */
export interface TestWays {
  channels: Channels;
  /** The address at which a call asks for its words; with `code`, made by `sealedCode`, the call says that code. */
  testCallUrl(language: Language, code?: string): AddressForCarrier;
  callStatusUrl: AddressForCarrier;
}

/**
 * By which a code goes to a contact of this channel. Throws 400 for a call to a mail address, 409 where what carries it
 * is not set up.
 */
export function codeChannelFor(
  channel: ChannelName,
  byCall: boolean,
  { channels }: Pick<TestWays, 'channels'>,
): ChannelName {
  if (byCall && registry[channel].reachedBy !== 'phone')
    throw invalidField('byCall', say('codeNotSpoken'));
  const written = channel === 'VoiceCall' ? 'SMS' : channel;
  const used = byCall ? 'VoiceCall' : written;
  const missing = channels.missing(used);
  if (missing !== null) throw new AppError('conflict', missing);
  return used;
}

/** Tells a person a code, in their language. Throws 409 where it did not go out. */
export async function sendCode(
  ctx: Ctx,
  user: User,
  { code, expiresAt, target }: { code: string; expiresAt: Date; target: string },
  channel: ChannelName,
  { channels, testCallUrl, callStatusUrl }: TestWays,
): Promise<void> {
  const speech = await speechFor(ctx, user);
  const speak = speaker(speech);
  const key = orderedId(ctx.clock.now().getTime());
  const result =
    channel === 'VoiceCall'
      ? await channels.send(channel, {
          key,
          to: target,
          answerUrl: testCallUrl(speech.language, sealedCode(ctx, code, expiresAt)),
          statusUrl: callStatusUrl,
        })
      : await channels.reach(
          channel,
          reachableAt(target),
          { key },
          {
            note: {
              language: speech.language,
              title: speak('contactCodeTitle', { code }),
              body: speak('contactCodeText', { code }),
            },
          },
        );
  if (result.outcome === 'sent') return;
  const why = result.sentence ?? words(result.error);
  throw new AppError('conflict', say('codeNotSent', { why }));
}

/** For the address that a carrier asks: nothing else keeps a code, and nobody else can read it there. */
function sealedCode({ secrets }: World, code: string, expiresAt: Date): string {
  return secrets.seal(`${expiresAt.toISOString()} ${code}`);
}

/** The digits that a call says, one by one; null: the code is too old, or not from here. */
export function spokenDigits({ secrets, clock }: World, sealed: string): string | null {
  const [, until, code] = /^(\S+) (\d{6})$/.exec(openOf(secrets, sealed)) ?? [];
  if (until === undefined || code === undefined || new Date(until) <= clock.now()) return null;
  return [...code].join(', ');
}

function openOf(secrets: World['secrets'], sealed: string): string {
  try {
    return secrets.open(sealed);
  } catch {
    // Sealed by the key before this one.
    return '';
  }
}
