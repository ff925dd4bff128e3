import { type LibXml, loadLibrary } from './libxml.ts';

/**
 * The instance of libxml2 in use, and a spare one.
 *
 * Instantiating is asynchronous while evaluation must not be, so a spare (2 MB) stands ready: an instance that
 * broke, or whose memory a large document has blown up (it never shrinks), is replaced on the spot, and the next
 * spare loads in the background.
 */
let library: LibXml | null = null;
let spare: LibXml | null = null;
/** The one in use, when it is to be replaced as soon as another is loaded. */
let outgrown: LibXml | null = null;
let loading: Promise<void> | null = null;

/** Beyond this, the spare instance replaces the one in use. */
const memoryBytesMax = 96 * 1_024 * 1_024;

/**
 * Loads the XPath engine, once per process (some 15 ms and 17 MB), or waits for an instance that is being replaced.
 * Await it before compiling a mapping with an `xPath` step.
 */
export async function loadXPath(): Promise<void> {
  if (library === null) load();
  await loading;
}

/** Bytes the XPath engine holds, 0 before it is loaded. */
export function xPathMemoryBytes(): number {
  return library?.memoryBytes ?? 0;
}

/** The instance to use now; null before `loadXPath`, or for the moment after several instances broke at once. */
export function libraryInUse(): LibXml | null {
  return library;
}

/** An error came out of this instance: nobody may call it again. */
export function dropLibrary(broken: LibXml): void {
  if (library === broken) replace();
}

/** To be asked when nothing in the instance is needed any more. */
export function replaceIfLarge(used: LibXml): void {
  if (library !== used || used.memoryBytes <= memoryBytesMax) return;
  if (spare !== null) replace();
  else {
    outgrown = used;
    load();
  }
}

function replace(): void {
  library = spare;
  spare = null;
  load();
}

/** If it fails, `loadXPath` rejects, or the next replacement tries again. */
function load(): void {
  loading ??= fill();
  loading.catch(() => undefined);
}

async function fill(): Promise<void> {
  try {
    const loaded = await loadLibrary();
    if (library !== null && library !== outgrown) {
      spare = loaded;
      return;
    }
    library = loaded;
    outgrown = null;
  } finally {
    loading = null;
  }
  load();
}
