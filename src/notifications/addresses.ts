import type { AddressForCarrier } from '../channels/index.ts';

/** Addresses of this server that messages hold; the surfaces `links` and `telephony` answer there. */
export function acknowledgeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/a/${token}`;
}

/** Where whoever is asked for cover answers; below the public address. */
export function coverPath(token: string): string {
  return `/a/${token}/cover`;
}

function telephony(publicUrl: string, path: string): AddressForCarrier {
  return (carrier) => `${publicUrl}/telephony/${carrier}/notifications${path}`;
}

/** The address that a call asks for its words, once somebody answers. */
export function callAnswerUrl(
  publicUrl: string,
  token: string,
  deliveryId: string,
): AddressForCarrier {
  return telephony(publicUrl, `/answer?t=${token}&d=${encodeURIComponent(deliveryId)}&n=1`);
}

/** Where the carrier reports what became of a call or a text. */
export function carrierStatusUrl(publicUrl: string, deliveryId: string): AddressForCarrier {
  return telephony(publicUrl, `/status?d=${encodeURIComponent(deliveryId)}`);
}
