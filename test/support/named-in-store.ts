import type { TestApp } from './app.ts';

/** The collections in which any of these texts stands, in whichever letter case, each with where it is first. */
export async function namedInStore(
  { app }: Pick<TestApp, 'app'>,
  texts: readonly string[],
): Promise<Record<string, string>> {
  const { connection } = app.world.store;
  const named: Record<string, string> = {};
  for (const { name } of await connection.listCollections()) {
    const all = JSON.stringify(await connection.collection(name).find().toArray());
    const at = texts.map((text) => all.toLowerCase().indexOf(text.toLowerCase()));
    const first = Math.min(...at.filter((one) => one >= 0));
    if (first !== Number.POSITIVE_INFINITY)
      named[name] = all.slice(Math.max(0, first - 120), first + 80);
  }
  return named;
}
