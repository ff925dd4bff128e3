import { describe, expect, it } from 'vitest';
import { importFrom } from '../../../src/migration/import-from.ts';
import { importers } from '../../../src/migration/importers.ts';
import { oddAccounts } from './accounts.ts';

const since = new Date('2026-11-01T00:00:00Z');

/** What later versions of the products have, and no document of theirs. */
const unread = ['/labels'];

describe.each(oddAccounts)('%s: %s', (name, _, results) => {
  const imported = () => {
    const importer = importers.get(name);
    if (!importer) throw new Error(`${name} has no importer.`);
    const saved = { product: name, url: 'https://api.example.com', savedAt: '', results };
    const result = importFrom({ name, displayName: name, importer }, saved, {
      ...{ answers: new Map(), since, lock: new Map() },
      compare: { from: since, days: 120 },
    });
    if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
    return result;
  };

  it('every value is imported, in a line or noise, and nobody else is on call in any minute', () => {
    const { report } = imported();
    for (const { read, imported: brought, residue, noise } of report.counts)
      expect(brought + residue + noise).toBe(read);
    expect(report.compared?.different).toBe(0);
    expect(
      report.lines.filter(
        ({ level, pointer }) => level === 'unread' && !unread.some((end) => pointer.endsWith(end)),
      ),
    ).toEqual([]);
  });
});
