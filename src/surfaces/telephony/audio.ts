import type { OperationHandler } from '../../http/index.ts';
import { AppError, type World } from '../../kernel/index.ts';
import { openAudio, readMedia } from '../../media/index.ts';
import { say } from '../../sentences/index.ts';
import type { Sender } from './telephony.ts';

/** Prompts that carriers play to callers. */
export function audioHandlers(world: World): Readonly<Record<string, OperationHandler<Sender>>> {
  return {
    playPrompt: async (_sender, { params: { fileId = '', name = '' } }) => {
      const [sha256 = '', extension, more] = name.split('.');
      const file = await openAudio(world, fileId, sha256);
      if (!file || extension !== file.extension || more !== undefined)
        throw new AppError('not-found', say('noSuchFile'));
      return {
        status: 200,
        headers: {
          'content-type': file.contentType,
          // The address says what is in it.
          'cache-control': 'public, max-age=31536000, immutable',
        },
        bytes: {
          byteCount: file.byteCount,
          etag: `"${sha256}"`,
          read: (start, end) => readMedia(world, file, { start, end }),
        },
      };
    },
  };
}
