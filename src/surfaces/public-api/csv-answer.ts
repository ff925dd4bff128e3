import type { OperationAnswer } from '../../http/index.ts';

/** A download that is streamed; `name` without its extension. */
export function csvAnswer(
  text: AsyncIterable<string | Uint8Array>,
  name: string,
): OperationAnswer<undefined> {
  return {
    status: 200,
    text,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  };
}
