/** Hands the browser a file to save. */
export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([content]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; a second one would make a new address.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
