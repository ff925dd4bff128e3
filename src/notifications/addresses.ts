/** Addresses of this server that messages hold; the surfaces `links` and `telephony` answer there. */
export function acknowledgeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/a/${token}`;
}

const telephony = '/telephony/twilio/notifications';

/** The address that a call asks for its words, once somebody answers. */
export function callAnswerUrl(publicUrl: string, token: string, deliveryId: string): string {
  return `${publicUrl}${telephony}/answer?t=${token}&d=${encodeURIComponent(deliveryId)}&n=1`;
}

/** Where the carrier reports what became of a call or a text. */
export function carrierStatusUrl(publicUrl: string, deliveryId: string): string {
  return `${publicUrl}${telephony}/status?d=${encodeURIComponent(deliveryId)}`;
}
