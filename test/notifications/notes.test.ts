import { expect, it } from 'vitest';
import { notesTo } from '../../src/notifications/notes-to.ts';
import { words } from '../../src/sentences/index.ts';

it('the record of a note names the device, and the address in part', () => {
  const notes = notesTo(
    {
      userId: 'ada',
      email: 'ada@example.com',
      phone: null,
      devices: [
        { id: '1', name: 'Ada’s phone' },
        { id: '2', name: 'Office browser' },
      ],
      settings: null,
      rules: null,
      isSuspended: false,
    },
    {
      organizationId: 'o',
      teamId: null,
      at: new Date('2026-03-02T02:14:00Z'),
      key: 'k',
      title: words('Title'),
      body: words('Body'),
    },
    { missing: () => null },
  );
  expect(notes.map(({ lane, target }) => [lane, target])).toEqual([
    ['Email', 'a…@example.com'],
    ['Push', 'Ada’s phone'],
    ['Push', 'Office browser'],
  ]);
  expect(new Set(notes.map(({ _id }) => _id)).size).toBe(3);
});
