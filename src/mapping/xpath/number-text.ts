/**
 * A number as the `string` function of XPath 1.0 (section 4.2) prints it: `NaN`, `Infinity`, no exponent, no minus
 * zero.
 */
export function formatNumber(value: number): string {
  const text = Object.is(value, -0) ? '0' : String(value);
  const parts = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (parts === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}
