import { describe, expect, it } from 'vitest';
import { createDomainVoucher, parseVouchedDomains } from '../../src/kernel/index.ts';

const first = '01234567-89ab-7def-8123-456789abcde0';
const second = '01234567-89ab-7def-8123-456789abcde1';
const stranger = '01234567-89ab-7def-8123-456789abcde2';
const voucherOf = (text: string) => createDomainVoucher(parseVouchedDomains(text), first);

describe('the word of the operator on domains', () => {
  const given = voucherOf(
    `Corp.local, other.example=${second}, pages.example=*, kept.pages.example=${second}, both.example, both.example=*, intranet=*`,
  );
  const organizations = { first, second, stranger };
  const who = (allows: (id: string) => boolean) =>
    Object.entries(organizations)
      .filter(([, id]) => allows(id))
      .map(([name]) => name);
  const all = Object.keys(organizations);

  it.each([
    ['corp.local', ['first'], ['first']],
    ['CORP.LOCAL', ['first'], ['first']],
    ['a.corp.local', [], ['first']],
    ['notcorp.local', [], []],
    ['local', [], []],
    ['other.example', ['second'], ['second']],
    ['a.b.other.example', [], ['second']],
    ['pages.example', [], all],
    ['a.pages.example', [], all],
    // The closest entry decides.
    ['kept.pages.example', ['second'], ['second']],
    ['a.kept.pages.example', [], ['second']],
    ['both.example', ['first'], all],
    ['intranet', [], all],
    ['elsewhere.example', [], []],
    ['*', [], []],
  ])('%s: signs in %j, names %j', (domain, signIn, names) => {
    expect(who((id) => given.isOwner(id, domain))).toEqual(signIn);
    expect(who((id) => given.mayName(id, domain))).toEqual(names);
  });

  it('on every domain proves none, gives none that is given to one, and no name without a dot', () => {
    const everywhere = voucherOf('*=*, corp.local');
    expect(who((id) => everywhere.mayName(id, 'any.example'))).toEqual(all);
    expect(who((id) => everywhere.isOwner(id, 'any.example'))).toEqual([]);
    expect(who((id) => everywhere.isOwner(id, '*'))).toEqual([]);
    expect(who((id) => everywhere.mayName(id, 'a.corp.local'))).toEqual(['first']);
    expect(who((id) => everywhere.mayName(id, 'localhost'))).toEqual([]);
  });

  it.each([
    ['*', /write \*=\* for every domain/],
    [`*=${second}`, /write \*=\*/],
    ['corp.local=', /nothing where the id of an organization must be: write DOMAIN/],
    ['corp.local=acme', /acme where the id of an organization must be: .*DOMAIN=\*/],
    [`corp.local=${second}=*`, /where the id of an organization/],
    ['=*', /nothing where a domain must be/],
    ['https://corp.local', /where a domain must be/],
    ['-corp.local', /where a domain must be/],
    [`corp.local, corp.local=${second}`, /corp\.local more than once: .*write corp\.local=\*/],
  ])('%s is refused, and the refusal says what to write', (text, reason) => {
    expect(() => parseVouchedDomains(text)).toThrow(reason);
  });
});
