import { Parser } from 'htmlparser2';
import { invalidField } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';

/** A picture that pages show, as it is served. */
export interface Logo {
  contentType: 'image/png' | 'image/svg+xml';
  bytes: Buffer;
}

const logoBytesMax = 48 * 1024;
const pixelsMax = 4000;
const dataUrl = /^data:(image\/png|image\/svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/;
const pngBegins = Buffer.from('89504e470d0a1a0a', 'hex');

/** Throws 400 for what is no PNG or SVG, whatever it says of itself, and for an SVG that could do more than be seen. */
export function demandLogo(field: string, given: string | null | undefined): void {
  if (given === null || given === undefined) return;
  const problem = problemOf(given);
  if (problem !== null) throw invalidField(field, problem);
}

/** The logo as it was checked when it was saved; null where there is none. */
export function logoOf(given: string | null | undefined): Logo | null {
  const [, contentType, base64 = ''] = dataUrl.exec(given ?? '') ?? [];
  if (contentType !== 'image/png' && contentType !== 'image/svg+xml') return null;
  return { contentType, bytes: Buffer.from(base64, 'base64') };
}

function problemOf(given: string): Sentence | null {
  const logo = logoOf(given);
  if (!logo) return say('logoNoDataUrl');
  const { contentType, bytes } = logo;
  if (bytes.length > logoBytesMax)
    return say('logoTooLarge', {
      kilobytes: Math.ceil(bytes.length / 1024),
      max: logoBytesMax / 1024,
    });
  return contentType === 'image/png' ? problemOfPng(bytes) : problemOfSvg(bytes);
}

function problemOfPng(bytes: Buffer): Sentence | null {
  const isPng =
    bytes.subarray(0, 8).equals(pngBegins) && bytes.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng || bytes.length < 24) return say('logoNoPng');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width === 0 || height === 0 || width > pixelsMax || height > pixelsMax)
    return say('logoTooManyPixels', { width, height, max: pixelsMax });
  return null;
}

/** Elements that run something, show other documents, or load from elsewhere. */
const dangerous =
  /^(script|foreignobject|iframe|object|embed|handler|listener|set|animate.*|image|feimage|audio|video|a)$/i;

/** Browsers run nothing in a picture; but somebody may open it by itself, and a reader of mail may be older. */
function problemOfSvg(bytes: Buffer): Sentence | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return say('logoNotUtf8');
  }
  let root: string | null = null;
  let problem: Sentence | null = null;
  const note = (found: Sentence) => {
    problem ??= found;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        root ??= name;
        if (dangerous.test(localName(name))) note(say('logoElement', { name: name.slice(0, 50) }));
        for (const [attribute, value] of Object.entries(attributes)) {
          if (/^on/i.test(localName(attribute)))
            note(say('logoAttribute', { name: attribute.slice(0, 50) }));
          const isLink = localName(attribute).toLowerCase() === 'href';
          if ((isLink && !value.trim().startsWith('#')) || loadsSomething(value))
            note(say('logoRefersOutside'));
        }
      },
      ontext(content) {
        if (loadsSomething(content)) note(say('logoRefersOutside'));
      },
      onprocessinginstruction(name) {
        if (/^!doctype|^!entity/i.test(name) || /^\?xml-/i.test(name))
          note(say('logoDocumentType'));
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  if (root !== 'svg') return say('logoNoSvg');
  return problem;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** In styles: `url(#gradient)` is of the picture itself. */
function loadsSomething(text: string): boolean {
  return /@import|url\(\s*(?!['"]?#)|javascript:/i.test(text);
}
