/** Markup that is safe to send; only `html` and what it is made of create it. */
export interface Html {
  readonly markup: string;
}

export const nothing: Html = { markup: '' };

/** Markup that was written in the sources; never anything that was received. */
export function trusted(markup: string): Html {
  return { markup };
}

/** A template whose texts are escaped, for elements and for attributes in quotes alike. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  const markup = parts.reduce((so, part, index) => {
    const value = values[index - 1] ?? '';
    return `${so}${typeof value === 'string' ? escapedHtml(value) : value.markup}${part}`;
  });
  return { markup };
}

export function joined(parts: readonly Html[]): Html {
  return { markup: parts.map(({ markup }) => markup).join('') };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For elements and for attributes in quotes. */
export function escapedHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
