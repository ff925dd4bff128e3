import {
  type ApiDocument,
  type Extensions,
  loadDocument,
  type Operation,
} from '../../http/index.ts';

/** The demands of an operation or a page of this surface on its visitor. */
export interface Traits {
  session: 'none' | 'required';
  /** The person must have proved who they are a short time ago. */
  recentSignIn: boolean;
}

export type ConsoleOperation = Operation & Traits;

/** Reads a document of this surface. Throws when an operation does not declare whether it needs a session. */
export function loadConsole(file: string | URL): Promise<ApiDocument<Traits>> {
  return loadDocument(file, readTraits);
}

function readTraits(operation: Extensions, _document: Extensions, where: string): Traits {
  const session = operation['x-session'];
  if (session !== 'none' && session !== 'required')
    throw new Error(`${where} has no known x-session.`);
  return { session, recentSignIn: operation['x-recent-sign-in'] === true };
}
