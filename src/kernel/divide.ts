/** The items that pass, and the others, each in their order. */
export function divide<Item>(
  items: readonly Item[],
  passes: (item: Item) => boolean,
): [Item[], Item[]] {
  return [items.filter(passes), items.filter((item) => !passes(item))];
}
