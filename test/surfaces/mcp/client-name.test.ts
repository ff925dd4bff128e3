import { expect, it } from 'vitest';
import { clientName } from '../../../src/surfaces/mcp/client-name.ts';

const says = (name: unknown) => ({
  params: { _meta: { 'io.modelcontextprotocol/clientInfo': { name } } },
});

it.each([
  [says('Claude Code'), 'node', 'Claude Code'],
  [says(7), 'node', 'node'],
  [{ method: 'ping' }, 'Cursor/1.2', 'Cursor/1.2'],
  [says('a\u202E\nb'), null, 'a b'],
  [says('x'.repeat(5000)), null, 'x'.repeat(100)],
  [says('\u200B'), null, undefined],
  [undefined, null, undefined],
])('the program of %j with the header %j is %j', (message, header, expected) => {
  expect(clientName(message, header)).toBe(expected);
});
