import { sendTestNotification } from '../../../contacts/index.ts';
import {
  confirmPhoneNumber,
  isPhoneNumberConfirmed,
  isSuspended,
  newPhoneNumberCode,
  type User,
  userKind,
} from '../../../identity/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { demandTeamEdit, getResource } from '../../../resources/index.ts';
import { answered, say, words } from '../../../sentences/index.ts';
import { type ApiCaller, actingFor } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';

/** What people do to make sure that they are reached. */
export const contactOperations = {
  getPhoneNumber: async (caller, { params }) =>
    ok(stateOf((await ownUser(caller, params.id)).user, null)),

  sendPhoneNumberCode: async (caller, { params }) => {
    const { acting, user } = await ownUser(caller, params.id);
    const { channels } = caller.dependencies;
    if (isSuspended(user)) throw new AppError('conflict', say('userSuspended'));
    const missing = channels.missing('SMS');
    if (missing !== null && !isPhoneNumberConfirmed(user)) throw new AppError('conflict', missing);
    const made = await newPhoneNumberCode(acting, user);
    if (made === null) return ok(stateOf(user, null));
    const sent = await channels.send('SMS', {
      key: `${user.id}-${made.expiresAt.getTime()}`,
      to: made.phoneNumber,
      text: `${made.code} is your Tocsin code. It confirms this phone number for 10 minutes.`,
    });
    if (sent.outcome !== 'sent')
      throw new AppError(
        'conflict',
        say('codeNotSent', { why: sent.sentence ?? words(sent.error) }),
      );
    return ok(stateOf(user, made.expiresAt));
  },

  confirmPhoneNumber: async (caller, { params, body }) => {
    const { acting, user } = await ownUser(caller, params.id);
    return ok(stateOf(await confirmPhoneNumber(acting, user, body.code), null));
  },

  sendTestNotification: async (caller, { params, body }) => {
    const { acting, user } = await ownUser(caller, params.id);
    const { channels, publicUrl } = caller.dependencies;
    const telephony = (carrier: string) => `${publicUrl()}/telephony/${carrier}/notifications`;
    const { outcome, detail, devices } = await sendTestNotification(acting, user, body.channel, {
      channels,
      testCallUrl: (language) => (carrier) => `${telephony(carrier)}/test-call?l=${language}`,
      callStatusUrl: (carrier) => `${telephony(carrier)}/test-status`,
    });
    return ok({
      outcome,
      ...answered('detail', detail),
      devices: devices.map((one) => ({ ...one, ...answered('detail', one.detail) })),
    });
  },
} satisfies Handlers;

async function ownUser(caller: ApiCaller, id: string) {
  const acting = actingFor(caller, id);
  const user = await getResource(acting, userKind, id);
  demandTeamEdit(acting, null);
  return { acting, user };
}

function stateOf(user: User, codeExpiresAt: Date | null) {
  return {
    phoneNumber: user.wire.phoneNumber,
    isConfirmed: isPhoneNumberConfirmed(user),
    codeExpiresAt: codeExpiresAt?.toISOString() ?? null,
  };
}
