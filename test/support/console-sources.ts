import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

export interface ConsoleSource {
  /** Within `console`, or within its pages: `teams/members.tsx`. */
  name: string;
  source: ts.SourceFile;
}

export type Element = ts.JsxSelfClosingElement | ts.JsxOpeningElement;

/** All files of the console, as the compiler reads them. */
export function consoleSources(): ConsoleSource[] {
  return globSync('console/**/*.{ts,tsx}').map((file) => ({
    name: file.replace(/^console\/(?:pages\/)?/, ''),
    source: ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true),
  }));
}

export function isElement(node: ts.Node): node is Element {
  return ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node);
}

/** The attribute of this name; undefined where the element has none. */
export function attributeOf(element: Element, name: string): ts.JsxAttribute | undefined {
  return element.attributes.properties
    .filter(ts.isJsxAttribute)
    .find((attribute) => attribute.name.getText() === name);
}

/** All nodes of a kind, in order. */
export function all<Wanted extends ts.Node>(
  node: ts.Node,
  isWanted: (one: ts.Node) => one is Wanted,
): Wanted[] {
  const found: Wanted[] = isWanted(node) ? [node] : [];
  ts.forEachChild(node, (child) => {
    found.push(...all(child, isWanted));
  });
  return found;
}
