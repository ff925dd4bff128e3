const phoneNumber = /\+\d{7,15}\b|\bsips?:\S+/g;

/** `Missed call from … to Support`: the title of an incident without phone numbers, which are nobody's business. */
export function publicTitle(title: string): string {
  return title.replaceAll(phoneNumber, '…');
}
