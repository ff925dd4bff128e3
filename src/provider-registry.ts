import { type RequestHandler, Router } from 'express';
import type { Registry } from '../cdktf-provider/packaging/registry.ts';
import { installationSecret } from './identity/index.ts';
import type { World } from './kernel/index.ts';

/**
 * Serves our own Terraform provider, so that `source = "HOST/tocsin/tocsin"` works with a running server
 * (Terraform asks over HTTPS only: through the proxy in front of us). Signed with a key that is kept, as
 * a lock file would refuse the provider of another key.
 */
export function createProviderRegistry({ world }: { world: World }): Router {
  let registry: Promise<Registry> | undefined;
  const answer: RequestHandler = async (req, res, next) => {
    registry ??= loadRegistry(world);
    const path = req.originalUrl.split('?')[0] ?? '';
    const found = await (await registry).answer({ method: req.method, path });
    if (found) res.status(found.status).set(found.headers).send(found.body);
    else next();
  };
  const router = Router();
  router.use('/.well-known/terraform.json', answer);
  router.use('/terraform/providers', answer);
  return router;
}

/** Loaded when first asked for: most servers never are, and the bundler is large. */
async function loadRegistry(world: World): Promise<Registry> {
  const [{ createRegistry, registryName }, { createSigningKey }] = await Promise.all([
    import('../cdktf-provider/packaging/registry.ts'),
    import('../cdktf-provider/packaging/openpgp.ts'),
  ]);
  return createRegistry({
    signingKey: async () => {
      const kept = await installationSecret(world, 'providerSigningKey', async () =>
        JSON.stringify(await createSigningKey(world.clock.now(), registryName)),
      );
      const { armouredPrivateKey, createdAt } = JSON.parse(kept) as {
        armouredPrivateKey: string;
        createdAt: string;
      };
      return { armouredPrivateKey, createdAt: new Date(createdAt) };
    },
  });
}
