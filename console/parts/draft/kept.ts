export interface DraftPlace {
  personId: string;
  /** The page. */
  path: string;
  /** Tells drafts of one page apart. */
  name: string;
  /** It ends with the tab. */
  isOfTab?: boolean;
}

export interface KeptDraft<Value> {
  value: Value;
  /** When it was last written. */
  at: Date;
}

interface Stored {
  at: number;
  value: unknown;
}

/** Raise the number when what pages keep takes another shape: what is of an older one is forgotten. */
const prefix = 'tocsin.draft1 ';
const ownLoadsKey = 'tocsin.loads';
const ageMaxMilliseconds = 7 * 24 * 3_600_000;
/** Limits for one draft, and for all together: a browser gives a page 5 million characters. */
const charactersMax = 300_000;
const allCharactersMax = 2_000_000;
const ownLoadsMax = 50;

/**
 * Keeps what somebody is writing in this browser, until it is saved or discarded. Two tabs never write over each
 * other's: each time a page is loaded it has drafts of its own, and takes over what an earlier load has left.
 */
export function keepDraft(place: DraftPlace, value: unknown, now = Date.now()): void {
  const text = JSON.stringify({ at: now, value } satisfies Stored);
  forgetDraft(place);
  if (text.length > charactersMax) return;
  makeRoom(text.length);
  try {
    storageOf(place).setItem(keyOf(place), text);
    rememberLoad();
  } catch {
    // The browser keeps nothing for this page, as in some private windows: then only the tab has it.
  }
}

/** The draft kept for this place, which belongs to this load of the page from now on; null if there is none. */
export function takeDraft<Value>(place: DraftPlace, now = Date.now()): KeptDraft<Value> | null {
  const found = draftAt(place, false, now);
  if (!found) return null;
  const storage = storageOf(place);
  storage.removeItem(found.key);
  storage.setItem(keyOf(place), JSON.stringify(found.stored));
  rememberLoad();
  // As this page wrote it.
  return { value: found.stored.value as Value, at: new Date(found.stored.at) };
}

/** Whether this tab, or an earlier load of it, has a draft there. */
export function hasDraft(place: DraftPlace): boolean {
  return draftAt(place, true, Date.now()) !== null;
}

export function forgetDraft(place: DraftPlace): void {
  storageOf(place).removeItem(keyOf(place));
}

/** All of this tab and page whose names begin like this. */
export function forgetDrafts(place: DraftPlace): void {
  for (const key of draftKeys(localStorage))
    if (key.startsWith(keyOf(place))) localStorage.removeItem(key);
}

/** Deletes drafts of other people in this browser, and drafts that are too old. */
export function forgetDraftsOfOthers(personId: string, now = Date.now()): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of draftKeys(storage)) {
      const isOwn = key.startsWith(`${prefix}${personId} `);
      if (!isOwn || !readStored(storage, key, now)) storage.removeItem(key);
    }
}

/** The draft for this place: if there are several, one of this tab first, then the latest. */
function draftAt(place: DraftPlace, onlyThisTab: boolean, now: number) {
  const own = ownLoads();
  const storage = storageOf(place);
  const found = draftKeys(storage).flatMap((key) => {
    const load = key.slice(prefix.length).split(' ')[1] ?? '';
    if (key !== keyOf(place, load)) return [];
    const stored = readStored(storage, key, now);
    const isOwn = own.includes(load);
    return stored && (isOwn || !onlyThisTab) ? [{ key, stored, isOwn }] : [];
  });
  const [best] = found.toSorted(
    (a, b) => Number(b.isOwn) - Number(a.isOwn) || b.stored.at - a.stored.at,
  );
  return best ?? null;
}

function readStored(storage: Storage, key: string, now: number): Stored | null {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? 'null') as Stored | null;
    return stored && now - stored.at < ageMaxMilliseconds ? stored : null;
  } catch {
    return null;
  }
}

/** The oldest go first. */
function makeRoom(characters: number): void {
  const all = draftKeys(localStorage)
    .map((key) => ({
      key,
      size: localStorage.getItem(key)?.length ?? 0,
      at: readStored(localStorage, key, Date.now())?.at ?? 0,
    }))
    .toSorted((a, b) => a.at - b.at);
  let sum = all.reduce((total, { size }) => total + size, characters);
  for (const { key, size } of all) {
    if (sum <= allCharactersMax) return;
    localStorage.removeItem(key);
    sum -= size;
  }
}

function storageOf({ isOfTab = false }: DraftPlace): Storage {
  return isOfTab ? sessionStorage : localStorage;
}

function draftKeys(storage: Storage): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(prefix));
}

function keyOf({ personId, path, name }: DraftPlace, load = thisLoad()): string {
  return `${prefix}${personId} ${load} ${path} ${name}`;
}

/** No two loads of pages begin in the same microsecond. */
function thisLoad(): string {
  return String(performance.timeOrigin);
}

/** Loads of this tab; a tab that is duplicated begins with those of the other. */
function ownLoads(): string[] {
  const before = sessionStorage.getItem(ownLoadsKey)?.split(' ') ?? [];
  return [...new Set([...before, thisLoad()])];
}

function rememberLoad(): void {
  sessionStorage.setItem(ownLoadsKey, ownLoads().slice(-ownLoadsMax).join(' '));
}
