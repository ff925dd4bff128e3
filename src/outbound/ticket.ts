import type { Job } from './tool.ts';

export type TicketState = 'open' | 'resolved';

/** One ticket per incident; what happens later is a comment, and a change of its state. */
export interface TicketSteps {
  /** Looks for what an earlier attempt may have made; absent where the tool cannot tell. */
  find?(): Promise<string | null>;
  create(): Promise<string>;
  comment(id: string): Promise<unknown>;
  /** Does nothing where the settings name no state. */
  setState(id: string, state: TicketState): Promise<unknown>;
}

const place = 'ticket';
const statePlace = 'state';

export async function sendTicket(
  { sent, report, delivery }: Job<unknown>,
  { find, create, comment, setState }: TicketSteps,
): Promise<string> {
  const id = await sent.made(place, { ...(find ? { find } : {}), make: create });
  // The ticket itself tells of the opening, also when another event was faster.
  if (!sent.isNew(place) && delivery.event.intent !== 'Created')
    await sent.once('comment', () => comment(id));
  // Told from the state that was set last, so that no order of events leaves a ticket open.
  const wanted: TicketState = report.isOpen ? 'open' : 'resolved';
  if ((sent.at(statePlace) ?? 'open') !== wanted) {
    await setState(id, wanted);
    await sent.note(statePlace, wanted);
  }
  return id;
}

/** Basic credentials. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
