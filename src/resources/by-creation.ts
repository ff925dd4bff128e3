/** Compares two objects for `sort`: the older first, and of those of one millisecond always the same one. */
export function byCreation(one: Created, other: Created): number {
  const later = one.createdAt.getTime() - other.createdAt.getTime();
  return later || Number(one.id > other.id) - Number(one.id < other.id);
}

interface Created {
  id: string;
  createdAt: Date;
}
