import { timingSafeEqual } from 'node:crypto';
import type { World } from '../../kernel/index.ts';
import type { StatusPage } from '../../status-pages/index.ts';

/**
 * That somebody entered the password of a page: signed, for this page and this password, so nothing has to be stored.
 */
export const passCookie = 'tocsin_status';
const validSeconds = 7 * 86_400;

export function passOf(world: World, page: StatusPage): { value: string; seconds: number } {
  const until = Math.floor(world.clock.now().getTime() / 1000) + validSeconds;
  return { value: `${until}.${signature(world, page, until)}`, seconds: validSeconds };
}

export function isPass(world: World, page: StatusPage, value: string): boolean {
  const [, until = '', given = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(value) ?? [];
  if (Number(until) * 1000 <= world.clock.now().getTime()) return false;
  const expected = Buffer.from(signature(world, page, Number(until)));
  return expected.length === given.length && timingSafeEqual(expected, Buffer.from(given));
}

function signature({ secrets }: World, { id, internal }: StatusPage, until: number): string {
  return secrets.sign(`status-page ${id} ${internal.passwordHash} ${until}`);
}

/** All values of a cookie: one for the whole host and one for a path may both be sent. */
export function cookieValues(headers: Headers, name: string): string[] {
  return (headers.get('cookie') ?? '').split(';').flatMap((part) => {
    const [key, value] = part.trim().split('=', 2);
    return key === name && value !== undefined ? [value] : [];
  });
}
