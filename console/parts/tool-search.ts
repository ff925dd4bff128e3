/** A tool of a catalogue, as searches see it. */
export interface FoundTool {
  id: string;
  displayName: string;
  aliases?: readonly string[];
  searchWords?: readonly string[];
  source?: string;
}

/** Not what somebody means, or only in the middle of a word. */
const none = 10;
const within = 9;
/** So much later come types that stand in for the API of a tool: who types its name nearly always has the tool. */
const standIn = 5;

/**
 * Tools that these words mean, the likeliest first: they are a word for it, the name begins with them, a word of the
 * name does, another name or a word for it does, or they are somewhere within. Where two are as likely, the one that is
 * called exactly so, else as they were.
 */
export function searchTools<Tool extends FoundTool>(tools: readonly Tool[], words: string): Tool[] {
  const wanted = plain(words);
  if (wanted === '') return [...tools];
  const ranked = tools.map((tool) => ({
    tool,
    rank: rankOf(tool, wanted),
    isExact: namesOf(tool).some((name) => plain(name) === wanted),
  }));
  return ranked
    .filter(({ rank }) => rank < none)
    .toSorted((a, b) => a.rank - b.rank || Number(b.isExact) - Number(a.isExact))
    .map(({ tool }) => tool);
}

function rankOf(tool: FoundTool, wanted: string): number {
  const begin = beginOf(tool, wanted);
  if (begin !== null) return tool.source === 'receiver' ? begin + standIn : begin;
  return namesOf(tool).some((name) => plain(name).includes(wanted)) ? within : none;
}

function beginOf(
  { id, displayName, aliases = [], searchWords = [] }: FoundTool,
  wanted: string,
): number | null {
  const begins = (text: string) => plain(text).startsWith(wanted);
  if (searchWords.some((word) => plain(word) === wanted)) return 0;
  if (begins(displayName)) return 1;
  const wordStarts = [...displayName.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index);
  if (wordStarts.some((start) => begins(displayName.slice(start)))) return 2;
  if ([id, ...aliases].some(begins)) return 3;
  return searchWords.some(begins) ? 4 : null;
}

function namesOf({ id, displayName, aliases = [] }: FoundTool): string[] {
  return [displayName, id, ...aliases];
}

/** `Prometheus Alertmanager` is found by `prometheus-alert`. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The same search for a field in which one of these tools is chosen. */
export function filterOfTools(tools: readonly FoundTool[]) {
  return <Option extends object>({
    options,
    search,
    limit,
  }: {
    options: Option[];
    search: string;
    limit: number;
  }): Option[] => {
    const places = new Map(searchTools(tools, search).map(({ id }, place) => [id, place]));
    const placeOf = (option: Option) =>
      'value' in option ? places.get(String(option.value)) : undefined;
    return options
      .filter((option) => placeOf(option) !== undefined)
      .toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
      .slice(0, limit);
  };
}
