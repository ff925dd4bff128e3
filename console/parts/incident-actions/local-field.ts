/** Moments in fields of the browser for date and time, which know no zone but the one of the device. */
export function toLocalField(moment: string | null): string {
  if (moment === null) return '';
  const time = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

export function fromLocalField(text: string): string | null {
  const time = new Date(text);
  return text === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
