import type { Step } from '../instructions.ts';
import type { Addresses } from './carrier.ts';

interface Place {
  publicUrl: string;
  /** As in the path: the name of the carrier. */
  carrier: string;
  integrationId: string;
}

/** Where a carrier goes on within a call; the surface `telephony` has one operation for each. */
export function createAddresses(place: Place & { sessionId: string }): Addresses {
  const base = baseOf(place);
  return {
    of(step) {
      const query = new URLSearchParams({ s: place.sessionId, ...positionOf(step) });
      return `${base}/${step.at}?${query}`;
    },
    audio: ({ fileId, sha256, extension }) =>
      `${place.publicUrl}/telephony/audio/${fileId}/${sha256}.${extension}`,
  };
}

/** The addresses that a number has at its carrier. */
export function numberUrls(place: Place) {
  const base = baseOf(place);
  return {
    voice: `${base}/voice`,
    fallback: `${base}/voice-fallback`,
    status: `${base}/status`,
  };
}

function baseOf({ publicUrl, carrier, integrationId }: Place): string {
  return `${publicUrl}/telephony/${carrier}/${encodeURIComponent(integrationId)}`;
}

/** A late answer of one leg, or to one time that a menu was played, is never taken for that of another. */
function positionOf(step: Step): Record<string, string> {
  return {
    ...('leg' in step ? { leg: String(step.leg) } : {}),
    ...('attempt' in step ? { g: String(step.attempt) } : {}),
  };
}
