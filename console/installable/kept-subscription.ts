import { useEffect } from 'react';
import { deviceName, ownSubscriptionId, pushObstacle, subscribeThisDevice } from './this-device.ts';

/** Browsers replace subscriptions now and then, and forget them. A device that was to be pushed to stays so. */
export function useKeptSubscription(userId: string): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const renew = async () => {
      if (ownSubscriptionId() === null || pushObstacle() !== null) return;
      if (Notification.permission !== 'granted') return;
      const registration = await navigator.serviceWorker.getRegistration();
      if (await registration?.pushManager.getSubscription()) return;
      await subscribeThisDevice(userId, deviceName());
    };
    const attempt = () => void renew().catch(() => undefined);
    attempt();
    navigator.serviceWorker.addEventListener('message', attempt);
    return () => navigator.serviceWorker.removeEventListener('message', attempt);
  }, [userId]);
}
