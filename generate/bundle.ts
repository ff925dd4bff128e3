import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { parse } from 'yaml';
import type { OpenApiDocument } from './document.ts';
import { addExamples } from './examples.ts';

type Sections = Record<string, Record<string, { $ref: string }>>;

/**
 * Reads an entry document and everything it refers to into one self-contained, valid document with an example at every
 * body. Whatever the schema files hold becomes a component under its own name. Throws with the reason when the result
 * is not valid OpenAPI or when two schema files use one name. `complete` adds what the document need not repeat at each
 * operation.
 */
export async function bundleDocument(
  entryPath: string,
  complete: (document: OpenApiDocument) => void = () => {},
): Promise<OpenApiDocument> {
  const entry = parse(readFileSync(entryPath, 'utf8'));
  entry.components ??= {};
  for (const [section, index] of Object.entries(
    componentIndex(join(dirname(entryPath), 'schemas')),
  ))
    entry.components[section] = { ...index, ...entry.components[section] };
  const bundled = await SwaggerParser.bundle(entryPath, entry, {});
  // The validator dereferences its argument in place.
  await SwaggerParser.validate(structuredClone(bundled));
  const document = bundled as unknown as OpenApiDocument;
  complete(document);
  dropUnused(document);
  addExamples(document);
  return document;
}

/** `common.yaml` has sections, every other file only schemas. */
function componentIndex(folder: string): Sections {
  const index: Sections = { schemas: {} };
  for (const file of readdirSync(folder).sort()) {
    const content: Record<string, Record<string, unknown>> = parse(
      readFileSync(join(folder, file), 'utf8'),
    );
    const sections = file === 'common.yaml' ? content : { schemas: content };
    for (const [section, entries] of Object.entries(sections)) {
      index[section] ??= {};
      for (const name of Object.keys(entries)) {
        if (index[section][name]) throw new Error(`${file}: ${section}/${name} exists already`);
        const pointer = file === 'common.yaml' ? `${section}/${name}` : name;
        index[section][name] = { $ref: `./schemas/${file}#/${pointer}` };
      }
    }
  }
  return index;
}

/** The webhook document shares the schema folder but uses little of it. */
function dropUnused(document: OpenApiDocument): void {
  const sections = document.components as unknown as Record<string, Record<string, unknown>>;
  for (;;) {
    const text = JSON.stringify(document);
    let dropped = false;
    for (const [section, entries] of Object.entries(sections)) {
      if (section === 'securitySchemes') continue;
      for (const name of Object.keys(entries)) {
        if (text.includes(`"#/components/${section}/${name}"`)) continue;
        delete entries[name];
        dropped = true;
      }
      if (Object.keys(entries).length === 0) delete sections[section];
    }
    if (!dropped) return;
  }
}
