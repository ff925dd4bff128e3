import { describe, expect, it } from 'vitest';
import { claimedPerson, claimedValues, needsUserinfo } from '../../src/oidc/claims.ts';

const issuer = 'https://sso.example.com';
const entra = 'https://login.microsoftonline.com/6f3a/v2.0';
const google = 'https://accounts.google.com';
const email = 'ada@example.com';

describe('an address is verified', () => {
  it.each<[string, string, object, object | null, boolean]>([
    ['when the provider says so', issuer, { email, email_verified: true }, null, true],
    ['in userinfo', issuer, {}, { email, email_verified: true }, true],
    ['not by a text', issuer, { email, email_verified: 'true' }, null, false],
    ['not by silence', issuer, { email }, null, false],
    // Each source speaks for its own address only.
    ['not of userinfo', issuer, { email }, { email: 'x@y.example', email_verified: true }, false],
    ['not of the ID token', issuer, { email_verified: true }, { email }, false],
    ["by Entra's claim", entra, { email, xms_edov: true }, null, true],
    ["by Entra's claim as a number in a text", entra, { email, xms_edov: '1' }, null, true],
    ["not by Entra's claim when it is false", entra, { email, xms_edov: false }, null, false],
    [
      "not by Entra's claim against another",
      entra,
      { email, email_verified: false, xms_edov: true },
      null,
      false,
    ],
    ["not by Entra's claim of another provider", issuer, { email, xms_edov: true }, null, false],
    [
      'by Google for accounts of an organization',
      google,
      { email, email_verified: true, hd: 'example.com' },
      null,
      true,
    ],
    [
      'not by Google for an account of nobody',
      google,
      { email, email_verified: true },
      null,
      false,
    ],
    ['not by Google alone', google, { email, email_verified: false, hd: 'a.com' }, null, false],
  ])('%s', (_, from, idToken, userinfo, expected) => {
    const person = claimedPerson(from, { ...idToken }, userinfo && { ...userinfo }, null);
    expect(person).toMatchObject({ email, isEmailVerified: expected });
  });

  it('never when it is no address', () => {
    const long = `${'a'.repeat(308)}@example.com.evil.example`;
    for (const wrong of ['ada', 'a b@example.com', '', 5, ['ada@example.com'], null, long])
      expect(
        claimedPerson(issuer, { email: wrong, email_verified: true }, null, null),
      ).toMatchObject({ email: null, isEmailVerified: false });
  });
});

describe('the values of a claim', () => {
  it.each<[string, object, string, string[] | null]>([
    ['a list', { groups: ['b', 'a', 'b', ''] }, 'groups', ['b', 'a']],
    ['an empty list', { groups: [] }, 'groups', []],
    ['a text', { roles: 'admin' }, 'roles', ['admin']],
    ['a path', { realm_access: { roles: ['x'] } }, 'realm_access.roles', ['x']],
    ['a URL', { 'https://x.example/y': ['x'] }, 'https://x.example/y', ['x']],
    ['a name with dots before a path', { 'a.b': ['name'], a: { b: ['path'] } }, 'a.b', ['name']],
    ['nothing', {}, 'groups', null],
    ['null', { groups: null }, 'groups', null],
    ['numbers', { groups: [1, 2] }, 'groups', null],
    ['an object', { groups: { a: 1 } }, 'groups', null],
    ['what every object has', {}, 'constructor.name', null],
    ['what every list has', { groups: ['a'] }, 'groups.length', null],
    ['elsewhere', { _claim_names: { groups: 'src1' } }, 'groups', null],
    ['elsewhere, with some', { groups: ['a'], _claim_names: { groups: 'src1' } }, 'groups', null],
    ['too many for the token', { hasgroups: true }, 'groups', null],
    ['other claims elsewhere', { groups: ['a'], _claim_names: { x: 'src1' } }, 'groups', ['a']],
  ])('%s', (_, claims, path, expected) => {
    expect(claimedValues({ ...claims }, path)).toEqual(expected);
    expect(claimedPerson(issuer, { ...claims }, null, path).groups).toEqual(expected);
    expect(claimedPerson(issuer, { ...claims }, null, null).groups).toBeNull();
  });

  it('come from userinfo when the ID token has none, unless it says that there are more', () => {
    const userinfo = { groups: ['a'] };
    expect(needsUserinfo({ email }, 'groups')).toBe(true);
    expect(needsUserinfo({ email, groups: [] }, 'groups')).toBe(false);
    expect(needsUserinfo({ email }, null)).toBe(false);
    expect(claimedPerson(issuer, {}, userinfo, 'groups').groups).toEqual(['a']);
    expect(claimedPerson(issuer, { groups: [] }, userinfo, 'groups').groups).toEqual([]);
    expect(claimedPerson(issuer, { hasgroups: true }, userinfo, 'groups').groups).toBeNull();
  });
});
