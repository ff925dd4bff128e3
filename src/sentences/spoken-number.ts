/** `4 9 1, 5 1 1`: what stands together is read as one large number, and nobody can write without a pause. */
export function spokenNumber(number: string): string {
  const groups = number.replace(/\D/g, '').match(/\d{1,3}/g) ?? [];
  return groups.map((group) => [...group].join(' ')).join(', ');
}
