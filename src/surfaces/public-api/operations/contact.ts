import { codeChannelFor, sendCode, sendTestNotification } from '../../../contacts/index.ts';
import {
  confirmPhoneNumber,
  isPhoneNumberConfirmed,
  isSuspended,
  newPhoneNumberCode,
  type User,
} from '../../../identity/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { answered, say } from '../../../sentences/index.ts';
import { type Handlers, ok } from '../handlers.ts';
import { ownUser } from '../own-user.ts';
import { testWaysOf } from '../test-ways.ts';

/** Operations by which people make sure that they are reached. */
export const contactOperations = {
  getPhoneNumber: async (caller, { params }) =>
    ok(stateOf((await ownUser(caller, params.id)).user, null)),

  sendPhoneNumberCode: async (caller, { params, body }) => {
    const { acting, user } = await ownUser(caller, params.id);
    if (isSuspended(user)) throw new AppError('conflict', say('userSuspended'));
    const ways = testWaysOf(caller);
    const isConfirmed = isPhoneNumberConfirmed(user);
    const channel = isConfirmed ? null : codeChannelFor('SMS', body?.byCall ?? false, ways);
    const made = await newPhoneNumberCode(acting, user);
    if (made === null || channel === null) return ok(stateOf(user, null));
    await sendCode(acting, user, { ...made, target: made.phoneNumber }, channel, ways);
    return ok(stateOf(user, made.expiresAt));
  },

  confirmPhoneNumber: async (caller, { params, body }) => {
    const { acting, user } = await ownUser(caller, params.id);
    return ok(stateOf(await confirmPhoneNumber(acting, user, body.code), null));
  },

  sendTestNotification: async (caller, { params, body }) => {
    const { acting, user } = await ownUser(caller, params.id);
    const { outcome, detail, devices } = await sendTestNotification(
      acting,
      user,
      body,
      testWaysOf(caller),
    );
    return ok({
      outcome,
      ...answered('detail', detail),
      devices: devices.map((one) => ({ ...one, ...answered('detail', one.detail) })),
    });
  },
} satisfies Handlers;

function stateOf(user: User, codeExpiresAt: Date | null) {
  return {
    phoneNumber: user.wire.phoneNumber,
    isConfirmed: isPhoneNumberConfirmed(user),
    codeExpiresAt: codeExpiresAt?.toISOString() ?? null,
  };
}
