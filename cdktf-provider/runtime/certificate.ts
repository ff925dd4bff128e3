/**
 * A self-signed certificate for one run of the plugin, written as DER over node:crypto: loading an
 * X.509 library costs more time than everything else before the handshake together.
 *
 * go-plugin (AutoMTLS) pins this very certificate as its only root, so it must be a certificate
 * authority, carry both extended usages and name `localhost`. Key and certificate live in memory
 * for as long as the process does.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface PluginCertificate {
  readonly keyPem: string;
  readonly certificatePem: string;
  /** Base64 of the DER without padding, as the handshake line wants it. */
  readonly handshakeField: string;
}

const oid = {
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
  commonName: [0x55, 0x04, 0x03],
  organization: [0x55, 0x04, 0x0a],
  keyUsage: [0x55, 0x1d, 0x0f],
  subjectAltName: [0x55, 0x1d, 0x11],
  basicConstraints: [0x55, 0x1d, 0x13],
  extKeyUsage: [0x55, 0x1d, 0x25],
  serverAuth: [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01],
  clientAuth: [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x02],
} as const;

const clockSkewSeconds = 30;
const lifetimeDays = 365;

export function createPluginCertificate(now = new Date()): PluginCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(identifier(oid.ecdsaWithSha256));
  const name = sequence(
    relativeName(oid.commonName, 'localhost'),
    relativeName(oid.organization, 'Tocsin'),
  );
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    // A positive serial number: the leading zero bit of the first byte is the sign.
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    algorithm,
    name,
    sequence(
      time(new Date(now.getTime() - clockSkewSeconds * 1000)),
      time(new Date(now.getTime() + lifetimeDays * 86_400_000)),
    ),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions()),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, algorithm, bitString(signature, 0));
  const base64 = certificate.toString('base64');
  return {
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    handshakeField: base64.replace(/=+$/, ''),
  };
}

function extensions(): Buffer {
  // digitalSignature, keyEncipherment, keyAgreement, keyCertSign: RFC 5280 section 4.2.1.3.
  const usages = bitString(Buffer.from([0b1010_1100]), 2);
  const localhost = tagged(0x82, Buffer.from('localhost'));
  return sequence(
    extension(oid.keyUsage, usages, true),
    extension(oid.extKeyUsage, sequence(identifier(oid.clientAuth), identifier(oid.serverAuth))),
    extension(oid.basicConstraints, sequence(boolean(true)), true),
    extension(oid.subjectAltName, sequence(localhost)),
  );
}

function extension(id: readonly number[], value: Buffer, critical = false): Buffer {
  return sequence(identifier(id), ...(critical ? [boolean(true)] : []), tagged(0x04, value));
}

function relativeName(id: readonly number[], value: string): Buffer {
  return tagged(0x31, sequence(identifier(id), tagged(0x0c, Buffer.from(value))));
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  // RFC 5280 section 4.1.2.5: two-digit years until 2049, four-digit years from 2050.
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : tagged(0x18, Buffer.from(`${digits}Z`));
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts));
const integer = (value: Buffer) => tagged(0x02, value);
const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]));
const identifier = (id: readonly number[]) => tagged(0x06, Buffer.from(id));
const bitString = (value: Buffer, unusedBits: number) =>
  tagged(0x03, Buffer.concat([Buffer.from([unusedBits]), value]));

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), length(content.length), content]);
}

function length(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes]);
  return bytes < 0x100 ? Buffer.from([0x81, bytes]) : Buffer.from([0x82, bytes >> 8, bytes & 0xff]);
}
