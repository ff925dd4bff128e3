import { badRequest } from '../errors.ts';

/** Makes texts that nobody else can make or read, of characters that may stand in a URL. */
export interface Seal {
  seal(text: string): string;
  /** Throws for anything that `seal` did not make. */
  open(sealed: string): string;
}

export const cursorSeconds = 3600;

/** The search that a cursor belongs to: with another search it is invalid. */
export interface CursorScope {
  readonly tenant: string;
  /** Everything that decides which resources come in which order. */
  readonly search: string;
}

export interface Cursors {
  write(scope: CursorScope, after: string): string;
  /** Throws `invalidCursor` and `expiredCursor`. */
  read(scope: CursorScope, cursor: string): string;
}

export function createCursors(seal: Seal, now: () => Date): Cursors {
  return {
    write({ tenant, search }, after) {
      const expiresAt = Math.floor(now().getTime() / 1000) + cursorSeconds;
      return seal.seal(JSON.stringify([tenant, search, after, expiresAt]));
    },
    read({ tenant, search }, cursor) {
      const content = openCursor(seal, cursor);
      if (content?.tenant !== tenant || content.search !== search)
        throw badRequest(
          'invalidCursor',
          'This cursor does not belong to this search; start again with an empty cursor.',
        );
      if (content.expiresAt * 1000 <= now().getTime())
        throw badRequest(
          'expiredCursor',
          `A cursor is valid for ${cursorSeconds} s; start again with an empty cursor.`,
        );
      return content.after;
    },
  };
}

function openCursor(seal: Seal, cursor: string) {
  try {
    const [tenant, search, after, expiresAt]: unknown[] = JSON.parse(seal.open(cursor));
    return { tenant, search, after: String(after), expiresAt: Number(expiresAt) };
  } catch {
    return null;
  }
}
