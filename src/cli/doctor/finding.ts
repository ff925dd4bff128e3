/** The finding of one check of `tocsin doctor`. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'problem';
  text: string;
  /** Tells the reader how to mend it. */
  advice?: string;
}

export const ok = (check: string, text: string): Finding => ({ check, state: 'ok', text });

export const warning = (check: string, text: string, advice: string): Finding => ({
  check,
  state: 'warning',
  text,
  advice,
});

export const problem = (check: string, text: string, advice: string): Finding => ({
  check,
  state: 'problem',
  text,
  advice,
});

const stateWidth = 'warning'.length;

/** A line for each finding, continued under its text where it is wider than `columns`. */
export function renderFindings(findings: readonly Finding[], columns: number): string {
  const checkWidth = Math.max(...findings.map(({ check }) => check.length));
  const indent = stateWidth + checkWidth + 4;
  return findings
    .map(({ state, check, text, advice }) => {
      const head = `${state.padEnd(stateWidth)}  ${check.padEnd(checkWidth)}  `;
      const lines = wrap(advice ? `${text} ${advice}` : text, Math.max(20, columns - indent));
      return head + lines.join(`\n${' '.repeat(indent)}`);
    })
    .join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
