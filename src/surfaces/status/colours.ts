import type { StatusPageWire } from '../../status-pages/index.ts';

interface Palette {
  banner: string;
  bannerText: string;
  body: string;
  /** Text that stands on the body rather than on a card. */
  bodyText: string;
  card: string;
  text: string;
  quiet: string;
  button: string;
  buttonText: string;
}

const light: Palette = {
  banner: '#14202e',
  bannerText: '#ffffff',
  body: '#f3f5f8',
  bodyText: '#161c24',
  card: '#ffffff',
  text: '#161c24',
  quiet: '#56616f',
  button: '#1f5fbf',
  buttonText: '#ffffff',
};

const dark: Palette = {
  banner: '#101720',
  bannerText: '#f0f4f9',
  body: '#0b0f14',
  bodyText: '#e8edf3',
  card: '#151b23',
  text: '#e8edf3',
  quiet: '#9aa7b5',
  button: '#2568c7',
  buttonText: '#ffffff',
};

/**
 * The colours of a page as custom properties. Where a background is given and no text for it, the text is what can be
 * read on it. A banner and a button that have no dark colour keep their light one: they are the mark of the company.
 */
export function colourSheet(wire: StatusPageWire): string {
  const given = paletteOf(wire, '', light);
  const givenDark = paletteOf(wire, 'DarkMode', {
    ...dark,
    ...ownBackground('banner', wire.bannerBackgroundColor, wire.bannerTextColor),
    ...ownBackground('button', wire.buttonBackgroundColor, wire.buttonTextColor),
  });
  return `:root{color-scheme:light dark;${properties(given)}}
@media (prefers-color-scheme:dark){:root{${properties(givenDark)}}}`;
}

function paletteOf(wire: StatusPageWire, suffix: '' | 'DarkMode', usual: Palette): Palette {
  const background = wire[`bodyBackgroundColor${suffix}`];
  const card = wire[`secondaryBackgroundColor${suffix}`] ?? background;
  const text = wire[`primaryTextColor${suffix}`];
  return {
    ...usual,
    ...ownBackground(
      'banner',
      wire[`bannerBackgroundColor${suffix}`],
      wire[`bannerTextColor${suffix}`],
    ),
    ...ownBackground(
      'button',
      wire[`buttonBackgroundColor${suffix}`],
      wire[`buttonTextColor${suffix}`],
    ),
    ...(background ? { body: background, bodyText: readableOn(background) } : {}),
    ...(card ? { card, text: readableOn(card), quiet: readableOn(card) } : {}),
    ...(text ? { text, bodyText: text } : {}),
    ...(wire[`secondaryTextColor${suffix}`]
      ? { quiet: wire[`secondaryTextColor${suffix}`] ?? '' }
      : {}),
  };
}

function ownBackground(
  name: 'banner' | 'button',
  background: string | null | undefined,
  text: string | null | undefined,
): Partial<Palette> {
  return {
    ...(background ? { [name]: background, [`${name}Text`]: readableOn(background) } : {}),
    ...(text ? { [`${name}Text`]: text } : {}),
  };
}

/** Black or white, whichever has the better contrast (WCAG 2). */
function readableOn(background: string): string {
  const lightness = luminance(background);
  return 1.05 / (lightness + 0.05) >= (lightness + 0.05) / 0.05 ? '#ffffff' : '#111418';
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(colour.slice(place, place + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function properties(palette: Palette): string {
  return Object.entries(palette)
    .map(
      ([name, value]) =>
        `--${name.replaceAll(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}:${value}`,
    )
    .join(';');
}
