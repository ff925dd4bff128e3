import { fileURLToPath } from 'node:url';
import { ownerLink } from './accounts/index.ts';
import type { AppOptions } from './app-options.ts';
import { type Catalogue, loadCatalogue } from './catalogue/index.ts';
import { type Documents, loadDocuments } from './documents.ts';
import { type BootstrapResult, bootstrap, demandOwnSecretKey } from './identity/index.ts';
import { loadXPath } from './mapping/index.ts';
import { joinStore, type Processes } from './processes/index.ts';
import type { Running } from './running.ts';
import { type Listening, listen } from './server.ts';
import { readCertificate } from './surfaces/mail/index.ts';
import { type OpenWorld, openWorld } from './world.ts';

/** The folder of the monitoring tools. */
export const templates = fileURLToPath(new URL('../templates', import.meta.url));

/** The parts that every other part of the server rests on. */
export interface Foundation {
  listening: Listening;
  documents: Documents;
  catalogue: Catalogue;
  world: OpenWorld;
  processes: Processes;
  firstStart: BootstrapResult;
}

/** Takes the port, opens the store, and enters this process into it. */
export async function layFoundation(options: AppOptions, running: Running): Promise<Foundation> {
  const { config } = options;
  const listening = await listen(config.port, config.host);
  await running.start('port', { stop: () => listening.stop(0) });
  // Before anything is opened that a mistake would leave open.
  readCertificate({ certificate: config.smtpTlsCertificate, key: config.smtpTlsKey });
  const reading = Promise.all([
    options.documents ?? loadDocuments(),
    options.catalogue ?? loadCatalogue(templates),
    loadXPath(),
  ]);
  // It is awaited below, unless the store fails first, which is said then.
  reading.catch(() => undefined);
  const world = await openWorld(config, { ...options, acceptDataLoss: config.acceptDataLoss });
  await running.start('store', { stop: () => world.store.close() });
  const firstStart = await bootstrap(world, {
    organization: config.bootstrapOrganization,
    ownerEmail: config.bootstrapOwnerEmail,
    apiKey: config.bootstrapApiKey,
  });
  if (options.onFirstStart)
    options.onFirstStart(firstStart, listening.url, await signInPathOf(world, firstStart));

  const processes = await joinStore(world);
  await running.start('process', { stop: () => processes.leave() });
  // A command that replaces the key looks who is there after it has said so, and we look after we came.
  await demandOwnSecretKey(world);
  const [documents, catalogue] = await reading;
  return { listening, documents, catalogue, world, processes, firstStart };
}

/** Where the Owner signs in, next to a key that nobody has seen yet; null when people know their way in. */
async function signInPathOf(
  world: OpenWorld,
  { organization, ownerEmail, generatedKey }: BootstrapResult,
): Promise<string | null> {
  if (generatedKey === undefined) return null;
  return (await ownerLink(world, organization.id, ownerEmail, 'first-start'))?.path ?? null;
}
