import { Parser } from 'htmlparser2';

const blocks = new Set(
  'address article blockquote br div dl dt dd h1 h2 h3 h4 h5 h6 header footer hr li ol p pre section table tr ul'.split(
    ' ',
  ),
);
const unseen = new Set(['head', 'script', 'style', 'template', 'title']);

/** The text of a page as a person reads it, for mail that has no text of its own. */
export function htmlToText(html: string): string {
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (unseen.has(name)) hidden += 1;
      if (blocks.has(name)) text += '\n';
      if (name === 'td' || name === 'th') text += ' ';
    },
    ontext(part) {
      if (hidden === 0) text += part.replaceAll(/\s+/g, ' ');
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden -= 1;
      if (blocks.has(name)) text += '\n';
    },
  });
  parser.end(html);
  const lines = text.split('\n').map((line) => line.replaceAll(/[ \u00a0]+/g, ' ').trim());
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}
