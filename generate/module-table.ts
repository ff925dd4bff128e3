/**
 * The table of modules in `src/README.md`: each module of `src/` and the modules it may import, which are those of the
 * rows with smaller numbers, those that its own line names, and those without a number.
 */
export function readModuleTable(page: string): Map<string, string[]> {
  const lines = [...page.matchAll(/^\| ([\d–]) \| `([^`]+)` \| ([^|]*) \|/gm)].map(
    ([, row = '', module = '', beside = '']) => ({ row, module, beside: namesIn(beside) }),
  );
  const everywhere = lines.filter(({ row }) => row === '–').map(({ module }) => module);
  return new Map(
    lines.map(({ row, module, beside }) => {
      if (row === '–') return [module, beside];
      const below = lines.filter((line) => line.row < row).map((line) => line.module);
      return [module, [...new Set([...beside, ...below, ...everywhere])]];
    }),
  );
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
