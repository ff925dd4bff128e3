import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { ButtonElement } from './button-element.tsx';

/** Shades that have a contrast of 4.5 on their backgrounds in both themes. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 8,
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // They stand in the page from its beginning. What changes by itself says so: `announce`.
    Alert: { defaultProps: { role: 'note' } },
    Badge: { defaultProps: { tt: 'none' } },
    // The library's picture without a name in every choice.
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    // A menu holds nothing but its items: the first of them takes the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // That of Button, ActionIcon and all that is pressed.
    UnstyledButton: { defaultProps: { component: ButtonElement } },
    // The library's <header> of a dialog would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
  fontFamily:
    '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
});

/** Colours whose darkest shade cannot be read on their lightest. */
const tooPale: Record<string, string> = {
  green: '#1b6327',
  lime: '#3f5f00',
  orange: '#8f3d00',
  teal: '#066649',
  yellow: '#7a4a00',
};

/** The library's quiet, coloured and red texts have contrasts of 2.5 to 4 on their backgrounds. */
export const readableColors: CSSVariablesResolver = ({ colors }) => {
  const shown = Object.entries(colors).filter(([name]) => name !== 'dark');
  const texts = (suffix: string, shade: 2 | 9) =>
    Object.fromEntries(
      shown.map(([name, shades]) => [
        `--mantine-color-${name}-${suffix}`,
        (shade === 9 ? tooPale[name] : undefined) ?? shades[shade],
      ]),
    );
  return {
    variables: {},
    light: {
      '--mantine-color-dimmed': colors.gray[7],
      '--mantine-color-placeholder': colors.gray[7],
      '--mantine-color-error': colors.red[9],
      ...texts('light-color', 9),
      ...texts('outline', 9),
      ...texts('text', 9),
    },
    dark: {
      '--mantine-color-dimmed': colors.dark[1],
      '--mantine-color-placeholder': colors.dark[2],
      '--mantine-color-error': colors.red[4],
      ...texts('light-color', 2),
      ...texts('outline', 2),
      ...texts('text', 2),
    },
  };
};
