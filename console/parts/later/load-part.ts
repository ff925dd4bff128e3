/** As the bundle writes the import of a part, and what a script needs at once. */
const importOfPart = /\bimport\(["'`]\.\/([\w-]+\.js)["'`]\)/;
const importsAtOnce = /(?:from|import)\s*["']\.\/([\w-]+\.js)["']/g;

/** Longer than any part takes on a slow network. */
const patienceMilliseconds = 30_000;

/** A part of the program did not come. */
export class PartMissing extends Error {
  /** The network was away. Otherwise only loading the page anew helps: the server has other scripts by now. */
  readonly isForNow: boolean;

  constructor(isForNow: boolean, cause?: unknown) {
    super('A part of the console could not be loaded.', { cause });
    this.isForNow = isForNow;
  }
}

/** Addresses of the scripts that came with the page, and of those that were fetched since. */
let present: Set<string> | undefined;

/**
 * Loads a part of the program: `loadPart(() => import('./part.tsx'))`. Its files are fetched first, into the cache of
 * the browser: many browsers remember an import that failed, and never ask for it again. Throws `PartMissing`.
 */
export async function loadPart<Part>(part: () => Promise<Part>): Promise<Part> {
  const [, file] = importOfPart.exec(String(part)) ?? [];
  if (file !== undefined) await fetchWithImports(new URL(file, import.meta.url).href);
  try {
    return await part();
  } catch (error) {
    throw new PartMissing(false, error);
  }
}

async function fetchWithImports(part: string): Promise<void> {
  present ??= scriptsOfPage();
  const fetched = new Set<string>();
  for (let next = [part]; next.length > 0; ) {
    const wanted = next.filter((address) => !present?.has(address) && !fetched.has(address));
    const texts = await Promise.all(wanted.map(fetchScript));
    for (const address of wanted) fetched.add(address);
    next = [...new Set(texts.flatMap(addressesIn))];
  }
  for (const address of fetched) present.add(address);
}

async function fetchScript(address: string): Promise<string> {
  let status = 0;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMilliseconds) });
    status = answer.status;
    if (answer.ok) return await answer.text();
  } catch (error) {
    throw new PartMissing(true, error);
  }
  throw new PartMissing(status !== 404);
}

function addressesIn(script: string): string[] {
  return [...script.matchAll(importsAtOnce)].map(
    ([, name = '']) => new URL(name, import.meta.url).href,
  );
}

function scriptsOfPage(): Set<string> {
  const scripts = [...document.scripts].map(({ src }) => src);
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  return new Set([...scripts, ...[...links].map(({ href }) => href)]);
}
