import type { LibXml2 } from 'libxml2-wasm/lib/libxml2raw.mjs';

/**
 * The few functions of libxml2 that mappings need, straight from the WebAssembly module of libxml2-wasm.
 *
 * The package's own classes stay out for one reason: they evaluate without a limit. libxml2 can count the nodes it
 * visits and stop (`opLimit` of its XPath context), but the classes create that context themselves. Working on the
 * raw module also allows a start at the document node instead of the root element and leaves nothing to a
 * finalizer.
 *
 * `loadLibrary` proves at start that the two fields written here are where this release has them.
 *
 * An error that leaves the module (a trap, memory that cannot grow) leaves it in an unknown state: a later call, even
 * one that frees memory, may loop for ever. So nothing here cleans up in a `finally`; the code that catches the error
 * drops the instance.
 */

/** Offsets in `xmlXPathContext` of the 32-bit build. */
const contextFields = { error: 132, operationLimit: 204, operationCount: 208 } as const;
/** Offsets in `xmlXPathObject` and `xmlNodeSet`. */
const objectFields = { type: 0, nodeSet: 4, boolean: 8, number: 16, string: 24 } as const;
const nodeSetFields = { count: 0, table: 8 } as const;

const parseOptions = {
  noError: 32,
  noWarning: 64,
  noNetwork: 2_048,
  compact: 65_536,
  huge: 524_288,
  ignoreEncoding: 2_097_152,
  noExternalEntities: 8_388_608,
} as const;

/** A parsed document in the module's memory. Must be freed. */
export type DocumentPointer = number & { readonly brand: unique symbol };

export type XPathResult =
  | { readonly kind: 'nodes'; readonly count: number; readonly text: string }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly boolean: boolean };

/** `limit` when the visits ran out, `error` when libxml2 could not evaluate. */
export type XPathOutcome = {
  readonly visits: number;
  readonly result: XPathResult | 'limit' | 'error';
};

const encoder = new TextEncoder();

export class LibXml {
  readonly #module: LibXml2;
  /** Swallows messages that libxml2 would print to standard error. */
  readonly #silence: number;

  constructor(module: LibXml2) {
    this.#module = module;
    module._xmlInitParser();
    this.#silence = module.addFunction(() => {}, 'vii');
  }

  /** Bytes of the module's memory. It never shrinks. */
  get memoryBytes(): number {
    return this.#module.HEAPU8.length;
  }

  /** Parses XML text; null when it is not well-formed. Entities are not expanded and nothing external is ever read. */
  parse(text: string, deep: boolean): DocumentPointer | null {
    const module = this.#module;
    const context = module._xmlNewParserCtxt();
    module._xmlCtxtSetErrorHandler(context, this.#silence, 0);
    const { noError, noWarning, noNetwork, compact, huge, ignoreEncoding, noExternalEntities } =
      parseOptions;
    const options = noError | noWarning | noNetwork | compact | ignoreEncoding | noExternalEntities;
    const document = this.#withText(text, (pointer, bytes) =>
      module._xmlCtxtReadMemory(context, pointer, bytes, 0, 0, deep ? options | huge : options),
    );
    module._xmlFreeParserCtxt(context);
    return document === 0 ? null : (document as DocumentPointer);
  }

  free(document: DocumentPointer): void {
    this.#module._xmlFreeDoc(document);
  }

  /** Is this valid XPath 1.0? */
  compiles(expression: string): boolean {
    return this.#withContext(0, (context) => {
      const compiled = this.#compile(context, expression);
      if (compiled === 0) return false;
      this.#module._xmlXPathFreeCompExpr(compiled);
      return true;
    });
  }

  /** Evaluates from the document node. `visitsMax` must be positive. */
  evaluate(
    document: DocumentPointer,
    expression: string,
    namespaces: ReadonlyMap<string, string>,
    visitsMax: number,
  ): XPathOutcome {
    return this.#withContext(document, (context) => {
      const module = this.#module;
      for (const [prefix, uri] of namespaces) {
        this.#withText(prefix, (prefixPointer) =>
          this.#withText(uri, (uriPointer) =>
            module._xmlXPathRegisterNs(context, prefixPointer, uriPointer),
          ),
        );
      }
      const compiled = this.#compile(context, expression);
      if (compiled === 0) return { visits: 0, result: 'error' };
      module._xmlXPathSetContextNode(document, context);
      this.#write(context + contextFields.operationLimit, visitsMax);
      this.#write(context + contextFields.operationCount, 0);
      const object = module._xmlXPathCompiledEval(compiled, context);
      module._xmlXPathFreeCompExpr(compiled);
      const visits = this.#read(context + contextFields.operationCount);
      if (object === 0) return { visits, result: visits >= visitsMax ? 'limit' : 'error' };
      const result = this.#toResult(object);
      module._xmlXPathFreeObject(object);
      return { visits, result };
    });
  }

  #compile(context: number, expression: string): number {
    return this.#withText(expression, (pointer) =>
      this.#module._xmlXPathCtxtCompile(context, pointer),
    );
  }

  #toResult(object: number): XPathResult {
    const module = this.#module;
    switch (this.#read(object + objectFields.type)) {
      case 1: {
        const nodes = this.#read(object + objectFields.nodeSet);
        const count = nodes === 0 ? 0 : this.#read(nodes + nodeSetFields.count);
        if (count === 0) return { kind: 'nodes', count, text: '' };
        // The table is in document order: the compiler ends every node-set expression with a sort.
        const first = this.#read(this.#read(nodes + nodeSetFields.table));
        return { kind: 'nodes', count, text: this.#takeText(module._xmlNodeGetContent(first)) };
      }
      case 2:
        return { kind: 'boolean', boolean: this.#read(object + objectFields.boolean) !== 0 };
      case 3:
        return { kind: 'number', number: module.getValue(object + objectFields.number, 'double') };
      default:
        return {
          kind: 'string',
          text: module.UTF8ToString(this.#read(object + objectFields.string)),
        };
    }
  }

  #takeText(pointer: number): string {
    if (pointer === 0) return '';
    const text = this.#module.UTF8ToString(pointer);
    this.#module._free(pointer);
    return text;
  }

  #withContext<Result>(document: number, use: (context: number) => Result): Result {
    const context = this.#module._xmlXPathNewContext(document);
    this.#write(context + contextFields.error, this.#silence);
    const result = use(context);
    this.#module._xmlXPathFreeContext(context);
    return result;
  }

  /** Lends a zero-terminated UTF-8 copy. Lone surrogates become U+FFFD, as they have no UTF-8 form. */
  #withText<Result>(text: string, use: (pointer: number, bytes: number) => Result): Result {
    const bytes = Buffer.byteLength(text);
    const pointer = this.#module._malloc(bytes + 1);
    if (pointer === 0) throw new Error('The XML library is out of memory.');
    const { HEAPU8: memory } = this.#module;
    encoder.encodeInto(text, memory.subarray(pointer, pointer + bytes));
    memory[pointer + bytes] = 0;
    const result = use(pointer, bytes);
    this.#module._free(pointer);
    return result;
  }

  #read(pointer: number): number {
    return this.#module.HEAP32[pointer >> 2] ?? 0;
  }

  #write(pointer: number, value: number): void {
    this.#module.HEAP32[pointer >> 2] = value;
  }
}

/** A fresh instance of the library with a memory of its own. Throws when this release is laid out differently. */
export async function loadLibrary(): Promise<LibXml> {
  const { default: instantiate } = await import('libxml2-wasm/lib/libxml2raw.mjs');
  const library = new LibXml(await instantiate());
  const document = library.parse('<a><b/><b/><b/></a>', false);
  if (document === null) throw new Error('The XML library does not parse.');
  const limited = library.evaluate(document, 'count(//*)', new Map(), 3);
  const free = library.evaluate(document, 'count(//*)', new Map(), 1_000);
  library.free(document);
  const counts =
    free.result !== 'limit' && free.result !== 'error' && free.result.kind === 'number';
  if (limited.result !== 'limit' || !counts || free.visits < 4) {
    throw new Error('This release of libxml2-wasm does not count visits where it is expected to.');
  }
  return library;
}
