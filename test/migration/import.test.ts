import { describe, expect, it } from 'vitest';
import {
  type ImportOptions,
  importFrom,
  type WrittenImport,
} from '../../src/migration/import-from.ts';
import type { SavedAnswers } from '../../src/migration/read/saved.ts';
import { smallKey, smallProduct, smallSaved } from './small-product.ts';

const options: ImportOptions = {
  answers: new Map(),
  since: new Date('2026-03-01T12:00:00Z'),
  lock: new Map(),
};

function written(saved: SavedAnswers, further: Partial<ImportOptions> = {}): WrittenImport {
  const result = importFrom(smallProduct, saved, { ...options, ...further });
  if (result.outcome !== 'written')
    throw new Error(`Asked: ${result.questions.map(({ id }) => id).join()}`);
  return result;
}

describe('an import', () => {
  it('is Terraform with references, and with secrets as variables', () => {
    const { files, secrets } = written(smallSaved());
    expect([...files.keys()].toSorted()).toEqual([
      'REPORT.md',
      'SENDERS.md',
      'integrations.tf',
      'providers.tf',
      'report.json',
      'schedules.tf',
      'team_memberships.tf',
      'teams.tf',
      'tocsin-import.lock.json',
      'users.tf',
      'variables.tf',
    ]);
    expect(
      files.get('team_memberships.tf'),
    ).toContain(`resource "tocsin_team_membership" "shop_bob" {
  user_id = tocsin_user.bob.id
  team_id = tocsin_team.shop.id
  role    = "Member"
}
`);
    expect(files.get('integrations.tf')).toContain(
      'key = var.integration_checkout_accepted_keys_0_key',
    );
    const all = [...files.values()].join('\n');
    expect(all).not.toContain(smallKey);
    expect(all).not.toContain('+4930901820');
    expect([...secrets]).toEqual([
      ['user_ada_phone_number', '+4930901820'],
      ['integration_checkout_accepted_keys_0_key', smallKey],
    ]);
  });

  it('has a report in German, with the same lines, and the same files beside it', () => {
    const saved = smallSaved();
    const [english, german] = [written(saved), written(saved, { language: 'de' })];
    expect(german.report).toEqual(english.report);
    expect(german.files.get('REPORT.md')).toMatch(/^# Übernahme aus /);
    expect(german.files.get('REPORT.md')).toContain('## Was ändert, wer verständigt wird');
    for (const [name, text] of english.files)
      if (name !== 'REPORT.md') expect(german.files.get(name)).toBe(text);
  });
});
