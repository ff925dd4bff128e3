import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox, isSealed } from '../../src/kernel/index.ts';

const box = createSecretBox(Buffer.alloc(32, 1));
const other = createSecretBox(Buffer.alloc(32, 2));

describe('secret box', () => {
  it.each(['', 'token', 'ä€😀\u0000', 'x'.repeat(100_000)])(
    'opens what it sealed (%#)',
    (plain) => {
      const sealed = box.seal(plain);
      expect(isSealed(sealed)).toBe(true);
      if (plain) expect(sealed).not.toContain(plain);
      expect(box.open(sealed)).toBe(plain);
    },
  );

  it('never seals alike, so that equal secrets cannot be told', () => {
    expect(box.seal('token')).not.toBe(box.seal('token'));
  });

  it('opens nothing of another key', () => {
    expect(() => other.open(box.seal('token'))).toThrow();
  });

  it('opens nothing that was altered, wherever', () => {
    const sealed = box.seal('token');
    const prefix = sealed.slice(0, sealed.lastIndexOf(':') + 1);
    const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
      expect(() => box.open(prefix + altered.toString('base64url')), `byte ${index}`).toThrow();
    }
  });

  it.each(['token', '', 'sealed:v1:', 'sealed:v1:AAAA', 'sealed:v2:AAAA'])('refuses %j', (text) => {
    expect(() => box.open(text)).toThrow();
  });

  it.each([0, 16, 31, 33, 64])('a key of %d bytes is refused', (bytes) => {
    expect(() => createSecretBox(randomBytes(bytes))).toThrow(RangeError);
  });

  it('signs by its key, and tells keys apart without showing them', () => {
    expect(box.sign('text')).toMatch(/^[0-9a-f]{64}$/);
    expect(box.sign('text')).toBe(createSecretBox(Buffer.alloc(32, 1)).sign('text'));
    expect(box.sign('text')).not.toBe(other.sign('text'));
    expect(box.sign('text')).not.toBe(box.sign('text2'));
    expect(box.fingerprint).not.toBe(other.fingerprint);
    expect(box.fingerprint).not.toContain('0101');
  });
});
