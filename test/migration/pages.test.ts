import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { migrationPage } from '../../generate/migration-pages.ts';
import { importers } from '../../src/migration/importers.ts';
import type { Fields } from '../../src/migration/model/fields.ts';
import { products } from '../../src/migration/products/products.ts';

const folder = fileURLToPath(new URL('../../docs/migration/', import.meta.url));
const read = (name: string) => readFileSync(`${folder}${name}.md`, 'utf8');
const names = [...importers.keys()].toSorted();

it('what can be imported can be named at the command', () => {
  expect(products.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

it.each(names)(
  '%s has a page that somebody began, its tables, and a row of the first page',
  (name) => {
    const page = read(name);
    const [start = ''] = page.split('<!-- Below written by');
    expect(start).toMatch(/^# Coming from \S/);
    expect(start).toContain(`npx tocsin import ${name} `);
    expect(page).toBe(migrationPage(page, name, importers.get(name)?.fields ?? {}));
    expect(read('README')).toMatch(new RegExp(`^\\| \\[[^\\]]+\\]\\(${name}\\.md\\) \\|`, 'm'));
  },
);

const fields: Fields = {
  users: [
    { from: '/id', noise: 'ids' },
    { from: '/email', to: 'tocsin_user.email' },
    { from: '/contacts/*/type', to: 'tocsin_user_notification_rules.contacts', note: 'a | b' },
    { from: '/contacts/*/to', to: 'tocsin_user_notification_rules.contacts', note: 'a | b' },
    { from: '/title', noPlace: 'People have no title.', level: 'lost' },
    { from: '/muted', noPlace: 'Nobody is muted.', level: 'behaviour', unless: [false] },
  ],
  links: [{ from: '/**', noise: 'The same is in users.' }],
};

it('a page keeps its beginning, however often it is written', () => {
  const once = migrationPage('# Coming from Toy\n\nBy hand.\n', 'toy', fields);
  expect(once).toMatch(/^# Coming from Toy\n\nBy hand\.\n\n<!-- Below written/);
  expect(migrationPage(once, 'toy', fields)).toBe(once);
});

it('each row of the table is on the page once: what changes who is told first, noise as a number', () => {
  const page = migrationPage('# Coming from Toy', 'toy', fields);
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual([
    '| `users` | `muted` | `behaviour` | Nobody is muted. (No line for `false`.) |',
    '| `users` | `title` | `lost` | People have no title. |',
    '| `email` | `tocsin_user.email` |  |',
    '| `contacts[].type`, `contacts[].to` | `tocsin_user_notification_rules.contacts` | a \\| b |',
  ]);
  expect(page).toContain('counted: 2 here');
  expect(page).toContain('- `links`: The same is in users.');
});
