import { type Account, findAccount, type Person } from '../../../accounts/index.ts';
import type { OperationAnswer } from '../../../http/index.ts';
import { html, isObject, joined } from '../../../kernel/index.ts';
import {
  contextOf,
  endSession,
  type SignInMethod,
  sessionCookie,
  signInMethods,
  startSession,
} from '../../../sessions/index.ts';
import { peopleWhoMayEnter } from '../parts.ts';
import type { Visitor } from '../visitor.ts';
import { type Desk, textsFor } from './desk.ts';
import { landingPath } from './landing.ts';
import { button, form, hidden } from './page.ts';

export interface Entering {
  /** As it was when the person showed that it is theirs. */
  account: Pick<Account, 'id' | 'wayIn'>;
  method: SignInMethod;
  returnTo: string;
}

/** Where somebody who has proven who they are goes in: the only person of the account, or the choice of several. */
export async function enter(
  desk: Desk,
  visitor: Visitor,
  entering: Entering,
): Promise<OperationAnswer> {
  const people = await peopleWhoMayEnter(desk.parts, entering.account);
  const [person] = people;
  const t = textsFor(visitor);
  if (!person) {
    const content = html`<div class="card narrow"><h1>${t.signInTitle}</h1><p><a href="/sign-in">${t.otherAddress}</a></p></div>`;
    return desk.show(visitor, {
      status: 403,
      title: t.signInTitle,
      problem: t.providerOnly,
      content,
    });
  }
  if (people.length === 1) return enterAs(desk, visitor, entering, person);
  return desk.show(visitor, {
    title: t.organizationTitle,
    content: html`<div class="card"><h1>${t.organizationTitle}</h1><p>${t.organizationAdvice}</p><ul class="rows">${joined(
      people.map(
        ({ organizationId, organizationName, displayName }) =>
          html`<li><div><strong>${organizationName}</strong> <span class="soft">${displayName}</span></div>${form(
            '/sign-in/organization',
            hidden('ticket', ticketFor(desk, entering)),
            hidden('organizationId', organizationId),
            button(t.next),
          )}</li>`,
      ),
    )}</ul></div>`,
  });
}

/**
 * Always a new token: one that somebody put into the browser before is worth nothing. Back to signing in where the
 * account has another way in by now.
 */
export async function enterAs(
  { parts, go }: Desk,
  visitor: Visitor,
  { account, method, returnTo }: Entering,
  { organizationId, userId }: Pick<Person, 'organizationId' | 'userId'>,
): Promise<OperationAnswer> {
  const { world } = parts;
  const person = { organizationId, userId, accountId: account.id };
  const { token, session } = await startSession(world, person, { method }, visitor.from);
  const present = await findAccount(world, account.id);
  if (present?.wayIn !== account.wayIn) {
    await endSession(world, session, { reason: 'way to sign in changed' });
    return go('/sign-in');
  }
  await leaveFormer(world, visitor);
  return go(await landingPath(world, organizationId, returnTo), sessionCookie(token, session));
}

/** A browser has one session: whoever signs in leaves the one before. */
export async function leaveFormer(
  world: Desk['parts']['world'],
  { active, from }: Visitor,
): Promise<void> {
  if (!active) return;
  const by = contextOf(world, active, from.requestId);
  await endSession(world, active.session, { reason: 'signed out', by });
}

const ticketMilliseconds = 5 * 60_000;

/** Carries the proof through the choice of an organization. Nobody else can make or read one. */
function ticketFor({ parts: { world } }: Desk, { account, method, returnTo }: Entering): string {
  const until = world.clock.now().getTime() + ticketMilliseconds;
  const { id, wayIn } = account;
  const sealed = world.secrets.seal(
    JSON.stringify({ purpose: 'organization-choice', until, id, wayIn, method, returnTo }),
  );
  // Only what is stored looks sealed: a replaced key seals that again, wherever it is.
  return sealed.replaceAll(':', '.');
}

/** The content of a ticket of the last five minutes; null for any other text. */
export function entryOf({ parts: { world } }: Desk, ticket: string): Entering | null {
  const opened = openedTicket(world.secrets, ticket);
  if (opened?.purpose !== 'organization-choice') return null;
  const { until, id, wayIn, method, returnTo } = opened;
  const known = signInMethods.find((one) => one === method);
  if (typeof until !== 'number' || world.clock.now().getTime() >= until || !known) return null;
  if (typeof id !== 'string' || typeof wayIn !== 'number' || typeof returnTo !== 'string')
    return null;
  return { account: { id, wayIn }, method: known, returnTo };
}

function openedTicket(
  secrets: Desk['parts']['world']['secrets'],
  ticket: string,
): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(secrets.open(ticket.replaceAll('.', ':')));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
