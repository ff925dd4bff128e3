/**
 * A provider registry (the protocol behind `source = "HOST/tocsin/tocsin"`), as a function from
 * request to response: the server mounts it, and knows nothing of Terraform. Terraform asks a host
 * over HTTPS only.
 *
 * Design notes
 * - Everything is made at the first request: bundling takes most of a second and a key as long, and
 *   most servers are never asked.
 * - Terraform installs nothing unsigned. The key need not be known to anybody; it ties the sums to the
 *   host that was asked. Keep it (`signingKey`) so that it is the same after a restart.
 */
import { providerNamespace, providerType, providerVersion } from '../version.ts';
import type { Signer, SigningKey } from './openpgp.ts';
import { createSigner, createSigningKey } from './openpgp.ts';
import type { ReleaseAsset } from './release.ts';
import { checksums, servedAssets, sha256 } from './release.ts';

export interface RegistryRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
}

export interface RegistryResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Registry {
  /** Undefined when the path is none of the registry's. */
  answer(request: RegistryRequest): Promise<RegistryResponse | undefined>;
}

export interface RegistryOptions {
  /** Packages to serve. Default: see `servedAssets`; made when first asked for. */
  readonly assets?: () => Promise<readonly ReleaseAsset[]>;
  readonly signingKey?: () => Promise<SigningKey>;
}

/** Whom Terraform names as the signer. */
export const registryName = 'Tocsin provider registry';

const discovery = '/.well-known/terraform.json';
const base = '/terraform/providers/v1';
const provider = `${base}/${providerNamespace}/${providerType}`;
const files = `${base}/files`;

export function createRegistry({
  assets = servedAssets,
  signingKey = async () => createSigningKey(new Date(), registryName),
}: RegistryOptions = {}): Registry {
  let contents: Promise<Contents> | undefined;
  const load = (): Promise<Contents> => {
    contents ??= loadContents(assets, signingKey);
    // A failure is reported once and tried again at the next request.
    contents.catch(() => {
      contents = undefined;
    });
    return contents;
  };

  return {
    answer: async ({ method, path }) => {
      if (path !== discovery && !path.startsWith(`${base}/`)) return undefined;
      if (method !== 'GET' && method !== 'HEAD')
        return json(405, { errors: ['Only GET is known here.'] });
      if (path === discovery) return json(200, { 'providers.v1': `${base}/` });
      const loaded = await load();
      if (path === `${provider}/versions`) return json(200, versionsOf(loaded));
      if (path.startsWith(`${files}/`)) return fileOf(loaded, path.slice(files.length + 1));
      const [, version, os, arch] = downloadPath.exec(path) ?? [];
      const found =
        version === providerVersion
          ? loaded.packages.find(({ platform }) => platform?.os === os && platform?.arch === arch)
          : undefined;
      return found === undefined
        ? json(404, { errors: [`There is no provider package at ${path}.`] })
        : json(200, downloadOf(loaded, found));
    },
  };
}

const downloadPath = new RegExp(`^${provider}/([^/]+)/download/([^/]+)/([^/]+)$`);

interface Contents {
  readonly packages: readonly ReleaseAsset[];
  readonly sums: ReleaseAsset;
  readonly signature: ReleaseAsset;
  readonly signer: Signer;
}

async function loadContents(
  assets: () => Promise<readonly ReleaseAsset[]>,
  signingKey: () => Promise<SigningKey>,
): Promise<Contents> {
  const packages = (await assets()).filter(({ platform }) => platform !== undefined);
  const signer = await createSigner(await signingKey());
  const sums = checksums(packages);
  const signature = { name: `${sums.name}.sig`, content: await signer.sign(sums.content) };
  return { packages, sums, signature, signer };
}

function versionsOf({ packages }: Contents): object {
  return {
    versions: [
      {
        version: providerVersion,
        protocols: ['6.0'],
        platforms: packages.map(({ platform }) => platform),
      },
    ],
  };
}

function downloadOf({ sums, signature, signer }: Contents, found: ReleaseAsset): object {
  return {
    protocols: ['6.0'],
    ...found.platform,
    filename: found.name,
    download_url: `${files}/${found.name}`,
    shasums_url: `${files}/${sums.name}`,
    shasums_signature_url: `${files}/${signature.name}`,
    shasum: sha256(found.content),
    signing_keys: {
      gpg_public_keys: [{ key_id: signer.keyId, ascii_armor: signer.armouredPublicKey }],
    },
  };
}

function fileOf({ packages, sums, signature }: Contents, name: string): RegistryResponse {
  const found = [...packages, sums, signature].find((asset) => asset.name === name);
  if (found === undefined) return json(404, { errors: [`There is no file ${name}.`] });
  const type = name.endsWith('.zip') ? 'application/zip' : 'application/octet-stream';
  return { status: 200, headers: { 'content-type': type }, body: found.content };
}

function json(status: number, value: object): RegistryResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(value)),
  };
}
