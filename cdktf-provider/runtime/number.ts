/**
 * Numbers to the last digit. Terraform computes with 512-bit floats; a JavaScript number holds 53
 * bits. Whatever a JavaScript number cannot hold exactly travels as `Decimal`: its decimal text in
 * one canonical spelling, so that equal numbers are equal texts.
 */

export class Decimal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Numeric = number | Decimal;

const decimalPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Reads decimal text. Safe integers become numbers; everything else keeps its digits. */
export function numberFromText(source: string): Numeric {
  const text = canonicalDecimal(source);
  const value = Number(text);
  return Number.isSafeInteger(value) && String(value) === text ? value : new Decimal(text);
}

export function numberFromBigInt(value: bigint): Numeric {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : new Decimal(value.toString());
}

export function numberToText(value: Numeric): string {
  return value instanceof Decimal ? value.text : canonicalDecimal(String(value));
}

/** The whole number a value stands for, or undefined when it has a fraction. */
export function wholeNumber(value: Numeric): bigint | undefined {
  const text = numberToText(value);
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

/** `-1.50e3` -> `-1500`; no exponent, no superfluous zeros, never `-0`. */
function canonicalDecimal(source: string): string {
  const match = decimalPattern.exec(source.trim());
  if (match === null || (match[2] ?? '') + (match[3] ?? '') === '') {
    throw new RangeError(`"${source}" is not a decimal number`);
  }
  const fraction = match[3] ?? '';
  const digits = ((match[2] ?? '') + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const exponent = Number(match[4] ?? 0) - fraction.length;
  const sign = match[1] === '-' ? '-' : '';
  return sign + placePoint(digits, exponent);
}

function placePoint(digits: string, exponent: number): string {
  if (exponent >= 0) return digits + '0'.repeat(exponent);
  const padded = digits.padStart(1 - exponent, '0');
  const fraction = padded.slice(exponent).replace(/0+$/, '');
  const whole = padded.slice(0, exponent);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
