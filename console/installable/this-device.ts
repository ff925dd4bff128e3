import { publicApi } from '../api/client.ts';
import { subscriptionKey } from './subscription-key.ts';
import { workerRegistration } from './worker.ts';

export type PushObstacle = 'insecure' | 'installFirst' | 'unsupported' | 'permissionDenied';

/** Why this browser cannot be pushed to; null when it can. */
export function pushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return 'insecure';
  if (!('PushManager' in window))
    return isIPhone() && !isInstalled() ? 'installFirst' : 'unsupported';
  return Notification.permission === 'denied' ? 'permissionDenied' : null;
}

/** Whether the address of this page means the device itself, so that no other can open it. */
export function isLoopback(): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);
}

/** The id of the subscription of this browser, as the server lists it. */
export function ownSubscriptionId(): string | null {
  return localStorage.getItem(subscriptionKey);
}

export class NoPermission extends Error {}

/** Asks for permission, subscribes this browser, and tells the server. */
export async function subscribeThisDevice(userId: string, displayName: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NoPermission();
  await workerRegistration();
  const { pushManager } = await navigator.serviceWorker.ready;
  const { data: key, error } = await publicApi.GET('/push/public-key');
  if (error) throw error;
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key.publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  const made = await publicApi.POST('/push-subscription', {
    body: {
      userId,
      displayName,
      webPush: {
        endpoint: endpoint ?? '',
        keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      },
    },
  });
  if (made.error) throw made.error;
  localStorage.setItem(subscriptionKey, made.data.id);
}

/** Removes here, too, the subscription that was removed at the server. */
export async function forgetThisDevice(): Promise<void> {
  localStorage.removeItem(subscriptionKey);
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** A name for the device as a person would call it. */
export function deviceName(): string {
  const { userAgent } = navigator;
  const system =
    /iPhone|iPad|Android|Windows|Mac OS X|Linux/.exec(userAgent)?.[0]?.replace('Mac OS X', 'Mac') ??
    '';
  const browser = /Edg|Firefox|Chrome|Safari/.exec(userAgent)?.[0]?.replace('Edg', 'Edge') ?? '';
  return [browser, system].filter(Boolean).join(', ') || 'Browser';
}

function isIPhone(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent);
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}
