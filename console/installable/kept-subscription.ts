import { useEffect } from 'react';
import { loadPart } from '../parts/later/index.ts';
import { subscriptionKey } from './subscription-key.ts';

/** Browsers replace subscriptions now and then, and forget them. A device that was to be pushed to stays so. */
export function useKeptSubscription(userId: string): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const renew = async () => {
      if (localStorage.getItem(subscriptionKey) === null) return;
      // The first page does not wait for it.
      const device = await loadPart(() => import('./this-device.ts'));
      if (device.pushObstacle() !== null) return;
      if (Notification.permission !== 'granted') return;
      const registration = await navigator.serviceWorker.getRegistration();
      if (await registration?.pushManager.getSubscription()) return;
      await device.subscribeThisDevice(userId, device.deviceName());
    };
    const attempt = () => void renew().catch(() => undefined);
    attempt();
    navigator.serviceWorker.addEventListener('message', attempt);
    return () => navigator.serviceWorker.removeEventListener('message', attempt);
  }, [userId]);
}
