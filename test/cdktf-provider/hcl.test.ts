import { expect, test } from 'vitest';
import { hclText, hclValue } from '../../cdktf-provider/export/hcl.ts';

test('a text has only escapes that Terraform knows', () => {
  expect(hclText('\b\f\n\t\u0001')).toBe(String.raw`"\u0008\u000c\n\t\u0001"`);
  expect(hclText(String.raw`\b \f \\b`)).toBe(String.raw`"\\b \\f \\\\b"`);
  expect(hclText('${a} %{b} $$ %')).toBe('"$${a} %%{b} $$ %"');
});

test('a key that Terraform would read as an iteration is quoted', () => {
  const value = { for: 'a', format: 'b', 'two words': 'c' };
  expect(hclValue(value)).toBe('{ "for" = "a", format = "b", "two words" = "c" }');
});
