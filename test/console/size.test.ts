import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/kernel/index.ts';
import { loadBundle } from '../../src/surfaces/console/app/kept-bundle.ts';
import { packed } from '../../src/surfaces/console/app/packed-files.ts';

const kilobyte = 1000;
const firstPageMax = 175 * kilobyte;
const styleMax = 30 * kilobyte;

describe('the first page', () => {
  it('needs less than 30 kB of style, for which it waits', async () => {
    const { files, style } = await loadBundle(createLog('warn'));
    const bytes = await packed(files.get(style) ?? new Uint8Array()).in('br');
    expect(bytes.byteLength).toBeGreaterThan(10 * kilobyte);
    expect(bytes.byteLength).toBeLessThanOrEqual(styleMax);
  });

  it('needs less than 175 kB of script', async () => {
    const { files, script } = await loadBundle(createLog('warn'));
    const text = (name: string) => Buffer.from(files.get(name) ?? []).toString('utf8');
    // The entry, what it imports, and the page of incidents, which it loads at once.
    const page = [...files.keys()].find((name) => name.startsWith('incidents-page-'));
    const needed = new Set<string>();
    const add = (name: string): void => {
      if (needed.has(name)) return;
      needed.add(name);
      for (const [, imported = ''] of text(name).matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
        add(imported);
    };
    add(script);
    add(page ?? 'no page of incidents');
    const sizes = await Promise.all(
      [...needed].map(async (name) => {
        const bytes = files.get(name);
        if (!bytes) throw new Error(`${name} is missing.`);
        return (await packed(bytes).in('br')).byteLength;
      }),
    );
    const sum = sizes.reduce((total, size) => total + size, 0);
    expect(sum).toBeGreaterThan(50 * kilobyte);
    expect(sum).toBeLessThanOrEqual(firstPageMax);
  });
});

describe('the document of a page', () => {
  it('can name the scripts of each page, which come beside the first one', async () => {
    const { pages, files, script } = await loadBundle(createLog('warn'));
    const routes = readFileSync('console/routes.ts', 'utf8').matchAll(/\bpath: '([^']+)'/g);
    expect(new Set(pages.map(([path]) => path))).toEqual(new Set(routes.map(([, path]) => path)));
    const scripts = pages.flatMap(([, names]) => names);
    expect(scripts.filter((name) => !files.has(name) || name === script)).toEqual([]);
    expect(pages.filter(([, names]) => names.length === 0)).toEqual([]);
    const incident = pages.find(([path]) => path === '/incidents/$incidentId')?.[1] ?? [];
    expect(incident.some((name) => name.startsWith('incident-page-'))).toBe(true);
  });
});
