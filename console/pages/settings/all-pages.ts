interface Listed {
  hasMore: boolean;
}

const pageSize = 100;
/** The most objects that a page of settings can show. */
const objectsMax = 2000;

/** Every page of a list that the API answers in parts. */
export async function allPages<Answer extends Listed, Item>(
  read: (query: { Limit: number; Offset: number }) => Promise<{ data?: Answer; error?: unknown }>,
  itemsOf: (answer: Answer) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  while (items.length < objectsMax) {
    const { data, error } = await read({ Limit: pageSize, Offset: items.length });
    if (data === undefined) throw error;
    items.push(...itemsOf(data));
    if (!data.hasMore) break;
  }
  return items;
}
