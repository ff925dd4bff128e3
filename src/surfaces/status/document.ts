import { createHash } from 'node:crypto';
import { type Html, html, nothing, trusted } from '../../kernel/index.ts';
import type { PageLanguage, PublicState, StatusPageWire } from '../../status-pages/index.ts';
import { cleanLine } from './clean-text.ts';
import { sheetOf } from './sheet.ts';

/** A page with the headers that belong to its very bytes. */
export interface Document {
  text: string | Buffer;
  headers: Record<string, string>;
}

export interface DocumentParts {
  title: string;
  language: PageLanguage;
  wire: StatusPageWire;
  body: Html;
  /** Colours the picture in the tab; null for pages that tell no state. */
  state: PublicState | null;
  /** Where the feed of the page is; null for pages that only have a message. */
  base: string | null;
}

const tabColours: Readonly<Record<PublicState, string>> = {
  operational: '%231d7f4e',
  maintenance: '%232b64b5',
  Minor: '%23e0b341',
  Warning: '%23f0883e',
  Critical: '%23c4241f',
};

/** HTML around a body, with a policy that allows its own sheet and nothing else. */
export function documentOf({ title, language, wire, body, state, base }: DocumentParts): Document {
  const sheet = sheetOf(wire);
  const colour = tabColours[state ?? 'maintenance'];
  const picture = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='${colour}'/%3E%3C/svg%3E`;
  const description = cleanLine(wire.publicDescription || title);
  const { markup } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description.slice(0, 300)}">
<link rel="icon" href="${picture}">
${base === null ? nothing : html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${base}/feed.atom">`}
<style>${trusted(sheet)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return { text: markup, headers: htmlHeaders(sheet, wire.publicLogo ? "data: 'self'" : 'data:') };
}

/** The same in a frame of the console, and in no other. Nobody keeps it. */
export function inFrame({ text, headers }: Document): Document {
  const policy = headers['content-security-policy'] ?? '';
  return {
    text,
    headers: {
      ...headers,
      'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
      'cache-control': 'no-store',
    },
  };
}

function htmlHeaders(sheet: string, pictures: string): Record<string, string> {
  const digest = createHash('sha256').update(sheet).digest('base64');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `default-src 'none'; style-src 'sha256-${digest}'; img-src ${pictures}; ` +
      "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  };
}
