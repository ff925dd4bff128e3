import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

type Scheme = 'light' | 'dark';
type Rgb = readonly [number, number, number];

/** WCAG 2.2, 1.4.3: of texts of the size of a badge. */
const contrastMin = 4.5;

interface Theme {
  colors: Record<'gray' | 'dark', readonly string[]> & Record<string, readonly string[]>;
}
type Values = Record<string, string>;
type Resolver = (theme: Theme) => { variables: Values } & Record<Scheme, Values>;

// Without their types: those of React and of this program do not go together.
const mantine: {
  DEFAULT_THEME: Theme;
  defaultCssVariablesResolver: Resolver;
  mergeMantineTheme(theme: Theme, override: object): Theme;
} = createRequire(import.meta.url)('@mantine/core');
const { theme, readableColors }: { theme: object; readableColors: Resolver } = await import(
  new URL('../../console/shell/theme.ts', import.meta.url).href
);

const merged = mantine.mergeMantineTheme(mantine.DEFAULT_THEME, theme);
const given = mantine.defaultCssVariablesResolver(merged);
const own = readableColors(merged);
const valuesOf = (scheme: Scheme): Record<string, string> => ({
  ...given.variables,
  ...given[scheme],
  ...own.variables,
  ...own[scheme],
});

/** What texts stand on: the page, and a card on it. */
const grounds: Record<Scheme, Rgb[]> = {
  light: [colourOf('#ffffff'), colourOf(merged.colors.gray[0] ?? '')],
  dark: [colourOf(merged.colors.dark[7] ?? ''), colourOf(merged.colors.dark[6] ?? '')],
};

describe.each(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  const values = valuesOf(scheme);
  const names = Object.keys(merged.colors).filter((name) => name !== 'dark');

  it('badges and notices of every colour can be read', () => {
    const pale: string[] = [];
    for (const name of names)
      for (const ground of grounds[scheme]) {
        const text = colourOf(resolved(values, `--mantine-color-${name}-light-color`));
        const behind = over(resolved(values, `--mantine-color-${name}-light`), ground);
        const contrast = contrastOf(text, behind);
        if (contrast < contrastMin) pale.push(`${name} ${contrast.toFixed(2)}`);
      }
    expect(pale).toEqual([]);
  });

  it('so can coloured texts and outlines', () => {
    const pale: string[] = [];
    for (const name of names)
      for (const kind of ['text', 'outline'])
        for (const ground of grounds[scheme]) {
          const text = colourOf(resolved(values, `--mantine-color-${name}-${kind}`));
          const contrast = contrastOf(text, ground);
          if (contrast < contrastMin) pale.push(`${name} ${kind} ${contrast.toFixed(2)}`);
        }
    expect(pale).toEqual([]);
  });

  it('so can the badges of severities and states', () => {
    const css = readFileSync('console/parts/parts.css', 'utf8');
    const rules = [...css.matchAll(/\.badge(\[[^\]]+\])? \{([^}]*)\}/g)];
    const place = scheme === 'light' ? 1 : 2;
    const pale: string[] = [];
    for (const [, name = 'plain', body = ''] of rules) {
      const [tone, behind] = ['tone', 'ground'].map((part) => {
        const pair = new RegExp(`--${part}: light-dark\\(([^,]+), ([^;]+)\\);`).exec(body);
        return pair?.[place]?.replace(/^var\((.*)\)$/, '$1');
      });
      if (!tone) continue;
      const text = colourOf(tone.startsWith('--') ? resolved(values, tone) : tone);
      for (const ground of grounds[scheme]) {
        const value = behind?.startsWith('--') ? resolved(values, behind) : behind;
        const contrast = contrastOf(text, value ? over(value, ground) : ground);
        if (contrast < contrastMin) pale.push(`${name} ${contrast.toFixed(2)}`);
      }
    }
    expect(pale).toEqual([]);
    expect(rules.length).toBeGreaterThan(5);
  });
});

function resolved(values: Record<string, string>, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`${name} has no value`);
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return other === undefined ? value : resolved(values, other);
}

/** A colour, perhaps one that lets through what is behind it. */
function over(value: string, ground: Rgb): Rgb {
  const parts = /^rgba\((\d+), ?(\d+), ?(\d+), ?([\d.]+)\)$/.exec(value);
  if (!parts) return colourOf(value);
  const [red, green, blue, alpha] = parts.slice(1).map(Number) as [number, number, number, number];
  const mixed = (part: number, behind: number) => part * alpha + behind * (1 - alpha);
  return [mixed(red, ground[0]), mixed(green, ground[1]), mixed(blue, ground[2])];
}

function colourOf(value: string): Rgb {
  const hex = /^#([\da-f]{6})$/i.exec(value.trim())?.[1];
  if (!hex) throw new Error(`${value} is no colour`);
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [high, low] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
