import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { xml } from '@codemirror/lang-xml';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { styleNonce } from './style-nonce.ts';

/** Shades with a contrast of 4.5 on their backgrounds; which of the two applies, the browser knows. */
const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.tagName], color: 'light-dark(#0b5394, #74c0fc)' },
  { tag: [tags.string, tags.attributeValue], color: 'light-dark(#1f6b32, #8ce99a)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#9c3a06, #ffc078)' },
  { tag: [tags.keyword, tags.attributeName], color: 'light-dark(#6b2fa0, #d0bfff)' },
  { tag: tags.comment, color: 'light-dark(#5c636a, #a6adb4)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'light-dark(#b42318, #ffa8a8)' },
]);

const colors = EditorView.theme({
  '&': { backgroundColor: 'var(--mantine-color-body)', color: 'var(--mantine-color-text)' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    backgroundColor: 'light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-7))',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--mantine-color-default-border)',
  },
});

const languages = { json, xml, yaml, text: () => [] };

export interface CodeEditorProps {
  value: string;
  language: keyof typeof languages;
  label: string;
  onChange?: (value: string) => void;
}

/**
 * An editor for code and payloads. Tab leaves it, so that a keyboard is not caught. Load it with `later`: it is 90 kB.
 */
export default function CodeEditor({ value, language, label, onChange }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const isReadOnly = onChange === undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value reaches the same editor, below
  useEffect(() => {
    if (!place.current) return;
    const created = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          lineNumbers(),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          new Compartment().of(languages[language]()),
          colors,
          syntaxHighlighting(highlighting),
          EditorView.lineWrapping,
          EditorView.cspNonce.of(styleNonce),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorState.readOnly.of(isReadOnly),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = created;
    return () => created.destroy();
  }, [language, label, isReadOnly]);

  useEffect(() => {
    const current = view.current;
    if (!current || current.state.doc.toString() === value) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={place} className="code-editor" />;
}
