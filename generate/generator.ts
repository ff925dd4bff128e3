/** Derives files from other files. */
export interface Generator {
  name: string;
  /** Contents by path from the project's root. The same sources always give the same contents. */
  outputs(): Promise<Map<string, string | Uint8Array>>;
}
