/** Who is signed in on this page, and the one wait of all requests that found the session over. */
const state: { personId: string | null; waiting: Promise<boolean> | null } = {
  personId: null,
  waiting: null,
};

/** Told to the window when the session is over: the page shows how to sign in again above what is written. */
export const sessionEnded = 'tocsin-session-ended';
/** Told when it is back, as the same person. */
export const sessionBack = 'tocsin-session-back';

const everyMilliseconds = 1_500;

/** From here on, this page is that of this person; if it was somebody else's, it begins anew. */
export function pageIsOf(personId: string): void {
  if (state.personId !== null && state.personId !== personId) location.assign('/');
  state.personId = personId;
}

/**
 * Waits until the person of this page is signed in again; true then. Where nobody was yet there is nothing to lose: the
 * sign-in page is shown, and it is false. As soon as somebody else signs in, the page begins anew for them.
 */
export function signedInAgain(): Promise<boolean> {
  if (state.personId === null) {
    leaveForSignIn();
    return Promise.resolve(false);
  }
  state.waiting ??= waitForSession(state.personId).finally(() => {
    state.waiting = null;
  });
  return state.waiting;
}

/** Where no window can be opened. What is written is kept, and there again afterwards. */
export function leaveForSignIn(): void {
  const here = `${location.pathname}${location.search}`;
  location.assign(here === '/' ? '/sign-in' : `/sign-in?returnTo=${encodeURIComponent(here)}`);
}

async function waitForSession(personId: string): Promise<boolean> {
  for (let isTold = false; ; ) {
    const present = await presentPerson();
    if (present === personId) {
      dispatchEvent(new Event(sessionBack));
      return true;
    }
    if (typeof present === 'string') {
      location.assign('/');
      // Until the new page is there, this one must ask nothing more: it would ask for the wrong person.
      return new Promise(() => {});
    }
    if (!isTold) dispatchEvent(new Event(sessionEnded));
    isTold = true;
    await nextLook();
  }
}

/** Undefined while the server does not say. */
async function presentPerson(): Promise<string | null | undefined> {
  try {
    const answer = await fetch('/api/console/v1/me', { cache: 'no-store' });
    if (answer.status === 401) return null;
    const { person } = (await answer.json()) as { person?: { id: string } };
    return person?.id;
  } catch {
    return undefined;
  }
}

/** Soon, and at once when somebody comes back from the window where they have signed in. */
function nextLook(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('focus', done);
      resolve();
    };
    const timer = setTimeout(done, everyMilliseconds);
    addEventListener('focus', done);
  });
}
