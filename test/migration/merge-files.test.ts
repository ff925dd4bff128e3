import { expect, it } from 'vitest';
import { mergeFiles } from '../../src/migration/write/merge-files.ts';
import type { WrittenBlock } from '../../src/migration/write/to-terraform.ts';

const block = (type: string, name: string, file: string, body: string): WrittenBlock => ({
  ...{ key: `small:${name}`, address: `${type}.${name}`, file },
  text: `resource "${type}" "${name}" {\n${body}}\n`,
});
const night = block('tocsin_schedule', 'night', 'schedules.tf', '  display_name = "Night"\n');
const lookup: WrittenBlock = {
  ...{ key: 'data:small:night', address: 'data.tocsin_schedule.night', file: 'elsewhere.tf' },
  text: 'data "tocsin_schedule" "night" {\n  display_name = "Night"\n}\n',
};
const shop = block(
  ...(['tocsin_escalation_policy', 'shop', 'policies.tf'] as const),
  '  a = data.tocsin_schedule.night.id\n  b = data.tocsin_schedule.nights.id\n',
);
const other = block('tocsin_team', 'other', 'teams.tf', '  display_name = "Other"\n');

const part = { isWhole: false };
const whole = { isWhole: true };
const none = new Map<string, string>();

it('what an earlier import looked up is named as the resource that this one makes of it', () => {
  const { files } = mergeFiles(none, [shop, lookup], part);
  const merged = mergeFiles(files, [night], part);
  expect(merged.files.get('elsewhere.tf')).toBe('');
  expect(merged.files.get('policies.tf')).toMatch(/ a = tocsin_schedule\.night\.id\n/);
  expect(merged.files.get('policies.tf')).toMatch(/ b = data\.tocsin_schedule\.nights\.id\n/);
  expect(merged.changed).toEqual(['tocsin_escalation_policy.shop']);
  expect([merged.removed, merged.handEdited, merged.unsure]).toEqual([[], [], []]);
  // It is no block that was changed by hand.
  expect(mergeFiles(merged.files, [shop, night], part).handEdited).toEqual([]);
});

it('what somebody wrote themselves keeps what it looks up', () => {
  const { files } = mergeFiles(none, [shop, lookup], part);
  files.set('own.tf', 'output "a" {\n  value = data.tocsin_schedule.night.id\n}\n');
  const merged = mergeFiles(files, [night], part);
  expect(merged.files.get('elsewhere.tf')).toBe(files.get('elsewhere.tf'));
  expect(merged.files.get('policies.tf')).toBe(files.get('policies.tf'));
  expect(merged.unsure).toEqual(['data.tocsin_schedule.night', 'tocsin_escalation_policy.shop']);
});

it('of an import of everything lookups go, and are not said to be gone at the source', () => {
  const { files } = mergeFiles(none, [shop, lookup, other], part);
  const merged = mergeFiles(files, [shop, night], whole);
  expect(merged.files.get('elsewhere.tf')).toBe('');
  expect(merged.removed).toEqual(['tocsin_team.other']);
});

it('text between blocks stays to the letter, at the end of its file', () => {
  const { files } = mergeFiles(none, [other], part);
  const own = 'locals {\n  text = <<-EOT\n    one\n\n\n\n    two\n  EOT\n}';
  files.set('teams.tf', `# Ours.\n\n${files.get('teams.tf')}\n${own}\n`);
  const merged = mergeFiles(files, [other], part);
  expect(merged.files.get('teams.tf')?.endsWith(`}\n\n# Ours.\n\n${own}\n`)).toBe(true);
  expect(mergeFiles(merged.files, [other], part).files).toEqual(merged.files);
});

it('blocks of a file with the line ends of Windows are known again', () => {
  const { files } = mergeFiles(none, [shop, other], part);
  const there = new Map([...files].map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]));
  const merged = mergeFiles(there, [shop, other], part);
  expect(merged.files).toEqual(files);
  expect([merged.added, merged.handEdited]).toEqual([[], []]);
});
