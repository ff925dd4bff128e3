import { useMe } from '../../api/session.tsx';
import { useTexts } from '../texts.tsx';
import type { TimelineUser } from './rows.ts';
import { timelineTexts } from './texts.ts';

const hues = 10;

export interface People {
  nameOf(userId: string | null): string;
  /** The name without a word about who is looking: of whom `Face` is; null of nobody. */
  faceOf(userId: string | null): string | null;
  /** One of the classes `hue-0` to `hue-9`; never all there is to tell people apart. */
  hueOf(userId: string | null): string;
  isMe(userId: string | null): boolean;
}

/** Everybody on a page by id: the same person looks the same in every team. */
export function usePeople(users: readonly TimelineUser[]): People {
  const t = useTexts(timelineTexts);
  const { person } = useMe();
  const byId = new Map(users.map((user) => [user.id, user]));
  const order = new Map(
    users
      .map(({ id }) => id)
      .toSorted()
      .map((id, place) => [id, place]),
  );
  const plain = (userId: string | null) => {
    if (userId === null) return t.nobody;
    const user = byId.get(userId);
    return user ? (user.displayName ?? user.email ?? user.id) : t.somebody;
  };
  return {
    nameOf: (userId) => (userId === person.id ? t.you(plain(userId)) : plain(userId)),
    faceOf: (userId) => (userId === null ? null : plain(userId)),
    hueOf: (userId) => `hue-${(order.get(userId ?? '') ?? 0) % hues}`,
    isMe: (userId) => userId === person.id,
  };
}
