import type { Engine } from './engine.ts';
import type { Sliced } from './slice.ts';

/** Free pages below this share of the file stay: the next documents take them, and moving pages costs. */
const freeShareKept = 1 / 16;
/** Pages moved in one step: about 2 ms of the engine, and as many pages of the log. */
const stepPages = 128;
/** Steps of one pass; between two of them other commands have their turn. */
const stepsMax = 64;

/**
 * Gives the space that removed documents have left back to the file system, in small steps. The file becomes shorter
 * when the log is next moved into it.
 */
export function startSpaceReturn(engine: Engine, everySeconds: number): NodeJS.Timeout {
  let running = false;
  return setInterval(() => {
    if (running || surplusPages(engine) <= 0 || engine.writeRefusal() !== undefined) return;
    running = true;
    const ended = () => {
      running = false;
    };
    // A pass that failed is tried again at the next tick; a full disk has been said by then.
    engine.commits.submit({ start: () => giveBack(engine), done: ended, failed: ended });
  }, everySeconds * 1000);
}

function* giveBack(engine: Engine): Sliced<void> {
  for (let step = 0; step < stepsMax; step += 1) {
    const surplus = surplusPages(engine);
    if (surplus <= 0) return;
    engine.storage.giveBack(Math.min(surplus, stepPages));
    yield;
  }
}

function surplusPages({ storage }: Engine): number {
  const { pages, free } = storage.pageCounts();
  return free - Math.ceil(pages * freeShareKept);
}
