import { logoOf, type StatusPage } from '../../status-pages/index.ts';
import type { Document } from './document.ts';
import { notThere } from './visitor.ts';

/** The logo of a page. What is in it runs nothing, also when somebody opens it by itself. */
export function logoDocument({ wire }: StatusPage): Document {
  const logo = logoOf(wire.publicLogo);
  if (!logo) throw notThere();
  return {
    text: logo.bytes,
    headers: {
      'content-type': logo.contentType,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  };
}
