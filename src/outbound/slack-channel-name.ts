const lengthMax = 80;
const prefixDefault = 'incident';

/**
 * The name of the channel of an incident: at most 80 small letters, digits, hyphens and underscores. The end of the id
 * keeps incidents with the same title apart; a further attempt gets a number.
 */
export function slackChannelName(
  prefix: string | null | undefined,
  { id, title, createdAt }: { id: string; title: string; createdAt: string },
  attempt: number,
): string {
  const end = `-${id.replaceAll('-', '').slice(-6).toLowerCase()}${attempt > 1 ? `-${attempt}` : ''}`;
  const words = [prefix ?? '', createdAt.slice(0, 10).replaceAll('-', ''), title].map(plain);
  if (words[0] === '') words[0] = prefixDefault;
  const name = words.filter((word) => word !== '').join('-');
  return `${name.slice(0, lengthMax - end.length).replace(/[-_]+$/, '')}${end}`;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^[-_]+|[-_]+$/g, '');
}
