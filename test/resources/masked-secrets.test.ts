import { expect, it } from 'vitest';
import { keepMasked, mask } from '../../src/resources/secrets.ts';

const paths = ['auth.token', 'headers', 'hooks.secret'];

it('the mask at the place of a secret keeps the secret that is there', () => {
  const current = {
    auth: { token: 's1' },
    headers: { a: 's2', b: 's3' },
    hooks: [{ secret: 's4' }],
  };
  const given = {
    auth: { token: mask },
    headers: { a: mask, b: 'new' },
    hooks: [{ secret: mask }],
  };
  expect(keepMasked(given, current, paths)).toEqual({
    auth: { token: 's1' },
    headers: { a: 's2', b: 'new' },
    hooks: [{ secret: 's4' }],
  });
});

it('the mask where there is no secret to keep answers 400 and names the place', () => {
  const given = { auth: { token: mask }, headers: null, hooks: [] };
  for (const current of [undefined, { ...given, auth: { token: null } }, { ...given, auth: null }])
    expect(() => keepMasked(given, current as never, paths)).toThrow(
      /auth\.token contains the mask/,
    );
});

it('the same text elsewhere is a text like others', () => {
  const given = { name: mask, auth: { user: mask, token: 's' } };
  expect(keepMasked(given, undefined, paths)).toEqual(given);
});
