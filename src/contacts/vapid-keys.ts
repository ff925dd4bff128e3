import { createVapidKeys, type VapidKeys } from '../channels/index.ts';
import { installationSecret } from '../identity/index.ts';
import type { World } from '../kernel/index.ts';

/** The key pair of this installation for web push: made once, because every subscription is bound to it. */
export async function vapidKeysOf(world: World): Promise<VapidKeys> {
  const text = await installationSecret(world, 'vapidKeys', async () =>
    JSON.stringify(await createVapidKeys()),
  );
  return JSON.parse(text) as VapidKeys;
}
