import { type Sentence, textOf } from '../kernel/index.ts';

/** A mistake of the author of a mapping, in words of the table. */
export class MappingMistake extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(textOf(sentence));
    this.sentence = sentence;
  }
}

/** By place, such as `attributesMapping.attributes[0].mappings[1].regex`. */
export type Mistakes = Record<string, Sentence[]>;
