/** Paper is white: what is printed has the colours of the light theme, whatever the screen has. */
export function printLight(): void {
  const { dataset } = document.documentElement;
  let onScreen: string | undefined;
  addEventListener('beforeprint', () => {
    onScreen = dataset.mantineColorScheme;
    dataset.mantineColorScheme = 'light';
  });
  addEventListener('afterprint', () => {
    dataset.mantineColorScheme = onScreen;
  });
}
