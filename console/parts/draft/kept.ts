interface DraftPlace {
  personId: string;
  /** Tells drafts of one page apart. */
  name: string;
}

const prefix = 'tocsin.draft ';

/** Keeps what somebody was writing while they sign in again. For this tab, this page and this person only. */
export function keepDraft(place: DraftPlace, draft: unknown): void {
  sessionStorage.setItem(keyOf(place), JSON.stringify(draft));
}

/** What was kept; null for nothing. What somebody else was writing in this tab goes. */
export function draftOf<Draft>(place: DraftPlace): Draft | null {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && !key.startsWith(`${prefix}${place.personId} `))
      sessionStorage.removeItem(key);
  const kept = sessionStorage.getItem(keyOf(place));
  // As this page wrote it.
  return kept === null ? null : (JSON.parse(kept) as Draft);
}

export function forgetDraft(place: DraftPlace): void {
  sessionStorage.removeItem(keyOf(place));
}

function keyOf({ personId, name }: DraftPlace): string {
  return `${prefix}${personId} ${location.pathname} ${name}`;
}
