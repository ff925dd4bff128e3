import type { Task, World } from '../kernel/index.ts';
import { newsDeliveries, type Sender } from '../notifications/index.ts';
import {
  newsIsStored,
  pagesWithSubscribers,
  storeNews,
  subscriberPages,
} from '../status-pages/index.ts';

/**
 * Tells subscribers of status pages what happened. Looks every few seconds, rather than being told: nothing of an
 * incident has to wait for customers. News is stored once by its key, and each message of it has a key of its own:
 * after a crash the rest is stored.
 */
export function subscriberTask(world: World, sender: Sender): Task {
  return {
    name: 'status-page-news',
    everySeconds: 10,
    async run(stopping) {
      for await (const page of pagesWithSubscribers(world, stopping)) {
        for (const news of await storeNews(world, page)) {
          for (const channel of ['email', 'sms'] as const)
            for await (const subscribers of subscriberPages(world, page, channel)) {
              if (stopping.aborted) return;
              await sender.enqueue(newsDeliveries(news, subscribers));
            }
          await newsIsStored(world, news);
        }
      }
    },
  };
}
