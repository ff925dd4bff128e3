/**
 * As much OpenPGP (RFC 4880) as a provider registry needs: an RSA public key with a self-signed
 * name, in armour, and detached signatures. Terraform installs nothing without.
 */
import type { KeyObject } from 'node:crypto';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto';

export interface SigningKey {
  /** PKCS #8, to be kept by whoever wants the same key again. */
  readonly privatePem: string;
  /** Part of the key's identity: the same key at another time is another key. */
  readonly createdAt: Date;
}

export interface Signer {
  /** Sixteen hexadecimal digits. */
  readonly keyId: string;
  readonly armouredPublicKey: string;
  /** A detached binary signature. */
  sign(document: Buffer): Buffer;
}

const rsa = 1;
const sha256 = 8;
const signatureType = { binaryDocument: 0x00, positiveCertification: 0x13 } as const;
const packetTag = { signature: 2, publicKey: 6, userId: 13 } as const;
const subpacket = {
  createdAt: 2,
  issuer: 16,
  preferredHashes: 21,
  keyFlags: 27,
  issuerFingerprint: 33,
} as const;
const mayCertifyAndSign = 0x03;

export function createSigningKey(createdAt: Date): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  return { privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), createdAt };
}

/** Throws when the PEM is not an RSA private key. */
export function createSigner({ privatePem, createdAt }: SigningKey, userId: string): Signer {
  const privateKey = createPrivateKey(privatePem);
  const keyBody = publicKeyBody(privateKey, createdAt);
  const fingerprint = createHash('sha1').update(framedKey(keyBody)).digest();
  const keyId = fingerprint.subarray(-8);
  const issuer = { privateKey, fingerprint, keyId };

  const name = Buffer.from(userId, 'utf8');
  const framedName = Buffer.concat([Buffer.from([0xb4]), uint32(name.length), name]);
  const certification = signature(issuer, signatureType.positiveCertification, createdAt, [
    framedKey(keyBody),
    framedName,
  ]);
  const publicKey = Buffer.concat([
    packet(packetTag.publicKey, keyBody),
    packet(packetTag.userId, name),
    certification,
  ]);
  return {
    keyId: keyId.toString('hex').toUpperCase(),
    armouredPublicKey: armour('PUBLIC KEY BLOCK', publicKey),
    sign: (document) => signature(issuer, signatureType.binaryDocument, createdAt, [document]),
  };
}

interface Issuer {
  readonly privateKey: KeyObject;
  readonly fingerprint: Buffer;
  readonly keyId: Buffer;
}

/** Section 5.2.3: what is signed is the data, the head of the signature, and its length. */
function signature(issuer: Issuer, type: number, at: Date, data: readonly Buffer[]): Buffer {
  const isCertification = type === signatureType.positiveCertification;
  const hashed = Buffer.concat([
    subpacketOf(subpacket.createdAt, seconds(at)),
    subpacketOf(subpacket.issuerFingerprint, Buffer.concat([Buffer.from([4]), issuer.fingerprint])),
    ...(isCertification
      ? [
          subpacketOf(subpacket.keyFlags, Buffer.from([mayCertifyAndSign])),
          subpacketOf(subpacket.preferredHashes, Buffer.from([sha256])),
        ]
      : []),
  ]);
  const head = Buffer.concat([Buffer.from([4, type, rsa, sha256]), uint16(hashed.length), hashed]);
  const trailer = Buffer.concat([Buffer.from([4, 0xff]), uint32(head.length)]);
  const signed = Buffer.concat([...data, head, trailer]);
  const digest = createHash('sha256').update(signed).digest();
  const unhashed = subpacketOf(subpacket.issuer, issuer.keyId);
  return packet(
    packetTag.signature,
    Buffer.concat([
      head,
      uint16(unhashed.length),
      unhashed,
      digest.subarray(0, 2),
      multiprecision(sign('sha256', signed, issuer.privateKey)),
    ]),
  );
}

function publicKeyBody(privateKey: KeyObject, createdAt: Date): Buffer {
  const { kty, n, e } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (kty !== 'RSA' || n === undefined || e === undefined) {
    throw new Error('The signing key of the provider registry must be an RSA key.');
  }
  return Buffer.concat([
    Buffer.from([4]),
    seconds(createdAt),
    Buffer.from([rsa]),
    multiprecision(Buffer.from(n, 'base64url')),
    multiprecision(Buffer.from(e, 'base64url')),
  ]);
}

function framedKey(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x99]), uint16(body.length), body]);
}

function packet(tag: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xc0 | tag]), lengthOf(body.length), body]);
}

function subpacketOf(type: number, body: Buffer): Buffer {
  return Buffer.concat([lengthOf(body.length + 1), Buffer.from([type]), body]);
}

/** Section 4.2.2: one, two or five bytes. */
function lengthOf(length: number): Buffer {
  if (length < 192) return Buffer.from([length]);
  if (length < 8384) return Buffer.from([((length - 192) >> 8) + 192, (length - 192) & 0xff]);
  return Buffer.concat([Buffer.from([0xff]), uint32(length)]);
}

function multiprecision(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.alloc(0) : bytes.subarray(start);
  const bits =
    digits.length === 0 ? 0 : (digits.length - 1) * 8 + (32 - Math.clz32(digits[0] ?? 0));
  return Buffer.concat([uint16(bits), digits]);
}

function armour(title: string, data: Buffer): string {
  const body = data.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  const check = Buffer.from([crc24(data) >> 16, crc24(data) >> 8, crc24(data)]).toString('base64');
  return `-----BEGIN PGP ${title}-----\n\n${body}\n=${check}\n-----END PGP ${title}-----\n`;
}

/** Section 6.1. */
function crc24(data: Buffer): number {
  let crc = 0xb704ce;
  for (const byte of data) {
    crc ^= byte << 16;
    for (let bit = 0; bit < 8; bit += 1) {
      crc <<= 1;
      if (crc & 0x1000000) crc ^= 0x1864cfb;
    }
  }
  return crc & 0xffffff;
}

const seconds = (at: Date) => uint32(Math.floor(at.getTime() / 1000));

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
