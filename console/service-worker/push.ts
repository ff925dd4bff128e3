import { words } from './words.ts';

/** The message that the server sends, encrypted for this browser. */
interface Push {
  key: string;
  title: string;
  body: string;
  /** The page of a one-time link, which needs no session. */
  url: string;
  /** The id of an incident, or what else it is about. */
  topic: string;
  actions: { label: string; url: string; method: 'GET' | 'POST' }[];
}

/** As notifications show them; not all browsers do. */
interface ActionOptions extends NotificationOptions {
  actions: { action: string; title: string }[];
  renotify: boolean;
}

const resolve = 'resolve';
/** A person who taps a notification wants to see something: the network may take this long. */
const patienceMilliseconds = 2_500;

/** Shows what is pushed, and does what its buttons say without opening a page where that is possible. */
export function installPush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const push = read(event.data);
    if (push) event.waitUntil(show(worker, push));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const push = event.notification.data as Push;
    event.waitUntil(event.action === '' ? open(worker, push) : act(worker, push, event.action));
  });
  // The browser has replaced a subscription by itself: pages register the new one when they are opened next.
  worker.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableEvent).waitUntil(tellPages(worker, { kind: 'subscription-changed' }));
  });
}

function read(data: PushMessageData | null): Push | null {
  try {
    const push = data?.json() as Partial<Push> | undefined;
    if (typeof push?.title !== 'string') return null;
    return { key: '', body: '', url: '/', topic: push.title, actions: [], ...push } as Push;
  } catch {
    return null;
  }
}

function show(worker: ServiceWorkerGlobalScope, push: Push): Promise<void> {
  const isOpen = push.actions.length > 0;
  const options: ActionOptions = {
    body: push.body,
    // A later message about the same takes the place of this one, and is heard again.
    tag: push.topic,
    renotify: true,
    requireInteraction: isOpen,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: push,
    actions: [
      ...push.actions.map(({ label }, index) => ({ action: String(index), title: label })),
      ...(isOpen && isIncident(push) ? [{ action: resolve, title: words().resolve }] : []),
    ],
  };
  return worker.registration.showNotification(push.title, options);
}

/** Acknowledges by the link of the message, which needs no session; resolves as the person who is signed in. */
async function act(worker: ServiceWorkerGlobalScope, push: Push, action: string): Promise<void> {
  const chosen = push.actions[Number(action)];
  const address = chosen && own(worker, chosen.url);
  try {
    const { acknowledged, resolved } = words();
    if (action === resolve) {
      await resolveIncident(push.topic);
      await confirm(worker, push, resolved);
    } else if (address && chosen?.method === 'POST') {
      const { headers } = await demandOk(fetch(address, { method: 'POST' }));
      const state = headers.get('tocsin-state');
      // The state that the server reports counts, not the one asked for: it may have changed back or ended meanwhile.
      if (state === 'Open') throw new Error('It is not acknowledged.');
      await confirm(worker, push, state === 'Resolved' ? resolved : acknowledged);
    } else await open(worker, push);
  } catch {
    await confirm(worker, push, words().notDone);
    await open(worker, push).catch(() => undefined);
  }
}

async function resolveIncident(id: string): Promise<void> {
  await demandOk(
    fetch(`/api/public/v1/incident/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operations: { appendIntent: { intent: 'Resolved' } } }),
    }),
  );
}

async function demandOk(asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}

/** In place of the notification, without a sound. */
function confirm(worker: ServiceWorkerGlobalScope, push: Push, body: string): Promise<void> {
  const { topic: tag, title } = push;
  const icons = { icon: '/icon-192.png', badge: '/badge-96.png' };
  const data = { ...push, actions: [] };
  return worker.registration.showNotification(title, { body, tag, silent: true, data, ...icons });
}

/** The incident in the console for who is signed in, else the page of the link; in a window that is there, if any. */
async function open(worker: ServiceWorkerGlobalScope, push: Push): Promise<void> {
  const address =
    isIncident(push) && (await isSignedIn()) ? `/incidents/${push.topic}` : own(worker, push.url);
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [present] = windows.filter(({ url }) => new URL(url).origin === worker.location.origin);
  if (present) {
    // Refused when the touch was too long ago, which waiting for the network may make it.
    await present.focus().catch(() => null);
    const moved = await present.navigate(address ?? '/').catch(() => null);
    if (moved) return;
  }
  await worker.clients.openWindow(address ?? '/');
}

async function isSignedIn(): Promise<boolean> {
  try {
    const answer = await fetch('/api/console/v1/me', {
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

function isIncident({ topic }: Push): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(topic);
}

/** Only addresses of this server are asked or opened, whatever a message says. */
function own(worker: ServiceWorkerGlobalScope, url: string): string | null {
  const address = URL.parse(url, worker.location.origin);
  return address?.origin === worker.location.origin ? address.href : null;
}

async function tellPages(worker: ServiceWorkerGlobalScope, word: object): Promise<void> {
  for (const page of await worker.clients.matchAll({ type: 'window' })) page.postMessage(word);
}
