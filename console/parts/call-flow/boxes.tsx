import type { ReactNode } from 'react';
import { useTexts } from '../texts.tsx';
import type { Prompt } from './flow.ts';
import { texts } from './texts.ts';

export function Step(props: { title: string; isEnd?: boolean; children?: ReactNode }) {
  return (
    <li>
      <div className="flow-box" data-end={props.isEnd}>
        <strong>{props.title}</strong>
        {props.children}
      </div>
    </li>
  );
}

/** One of several ways that it can go on. */
export function Branch({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="flow-branch">
      <span className="flow-when">{title}</span>
      <ol className="flow-steps">{children}</ol>
    </li>
  );
}

/** The text that is said, or the file that is played; null is a short text. */
export function Heard({ prompt }: { prompt: Prompt }) {
  const t = useTexts(texts);
  if (prompt?.type === 'AudioFile')
    return <p className="breaks-anywhere">{t.plays(prompt.audioFile?.fileName ?? t.aFile)}</p>;
  const text = prompt?.text?.trim();
  return <p className="breaks-anywhere">{text ? t.says(text) : t.shortText}</p>;
}
