import { countTokens } from 'gpt-tokenizer';
import { allTools } from '../src/surfaces/mcp/index.ts';
import { loadPublicApi } from '../src/surfaces/public-api/index.ts';
import type { Generator } from './generator.ts';

/** The page of the tools of agents, with what each costs: every model reads the whole list before it asks anything. */
export const mcpTools: Generator = {
  name: 'mcp-tools',
  async outputs() {
    const { operations } = await loadPublicApi(
      new URL('../openapi/bundled/public-v1.json', import.meta.url),
    );
    const rows = allTools(operations).map(({ group, view, operationId }) => {
      const text = JSON.stringify(view);
      const tokens = countTokens(text);
      return { group, view, operationId, bytes: Buffer.byteLength(text), tokens };
    });
    const sum = (of: 'bytes' | 'tokens') => rows.reduce((total, row) => total + row[of], 0);
    const lines = rows.map(
      ({ group, view, operationId, bytes, tokens }) =>
        `| \`${view.name}\` | ${group} | ${operationId && `\`${operationId}\``} | ${bytes} | ${tokens} |`,
    );
    const page = [
      '# Tools of agents',
      '',
      'Written by `npm run generate` from `x-mcp` in `openapi/paths`. A key sees the tools that its rights allow.',
      'The share of each in the list is in bytes, and in tokens of `o200k`, a common yardstick.',
      '[Agents](mcp.md) tells what they are for.',
      '',
      '| Tool | Group | Operation | Bytes | Tokens |',
      '|---|---|---|---|---|',
      ...lines,
      `| **${rows.length}** | | | **${sum('bytes')}** | **${sum('tokens')}** |`,
      '',
    ];
    return new Map([['docs/mcp-tools.md', page.join('\n')]]);
  },
};
