import type { World } from '../kernel/index.ts';
import { installationModel } from './model.ts';

/**
 * A secret of the installation itself, such as a signing key: made by `make` when first asked for, kept
 * sealed, and the same in all processes and after every restart.
 */
export async function installationSecret(
  world: World,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const installations = installationModel(world.store);
  const stored = async () =>
    (await installations.findOne({ _id: 'installation' }).lean())?.sealedSecrets?.[name];
  const known = await stored();
  if (known !== undefined) return world.secrets.open(known);
  const field = `sealedSecrets.${name}`;
  // The first process stores its value; the others read that value.
  await installations.updateOne(
    { _id: 'installation', [field]: { $exists: false } },
    { $set: { [field]: world.secrets.seal(await make()) } },
  );
  const kept = await stored();
  if (kept === undefined)
    throw new Error(
      'The installation record is missing; the server must start on this database first.',
    );
  return world.secrets.open(kept);
}
