/** The table of modules in `src/README.md`: each module of `src/` and the modules it may import. */
export function readModuleTable(page: string): Map<string, string[]> {
  const rows: string[][][] = [];
  const everywhere: string[] = [];
  for (const [, row, cell] of page.matchAll(/^\| ([\d–]) \| (`.*?) \|/gm)) {
    const chains = (cell ?? '').split(' · ').map((chain) => chain.split(' → ').map(unquoted));
    if (row === '–') everywhere.push(...chains.flat());
    else rows.push(chains.filter((chain) => !chain.some((name) => name.includes('.ts'))));
  }
  const result = new Map<string, string[]>();
  for (const [index, chains] of rows.entries()) {
    const below = rows.slice(index + 1).flat(2);
    for (const chain of chains) {
      for (const [place, module] of chain.entries()) {
        const mayImport = [...(result.get(module) ?? []), ...chain.slice(place + 1), ...below];
        result.set(module, [...new Set([...mayImport, ...everywhere])]);
      }
    }
  }
  for (const module of everywhere) result.set(module, ['kernel']);
  return result;
}

function unquoted(text: string): string {
  return text.replaceAll('`', '').replace(/\/$/, '');
}
