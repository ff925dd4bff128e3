/**
 * A person; one of their devices or further addresses; or one incident of a tool, because what tools hear of different
 * incidents needs no order.
 */
export interface Contact {
  ownerId: string;
  /** Only of tools. Null: messages to the tool about no incident. */
  incidentId?: string | null;
  /** The device or the further address. Null: where the channel finds the person. */
  deviceId?: string | null;
}

/** The same for the same contact, within a lane. */
export function contactKey({ ownerId, incidentId, deviceId }: Contact): string {
  return [ownerId, incidentId, deviceId].filter((part) => part).join(' ');
}
