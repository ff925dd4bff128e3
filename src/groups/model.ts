import { Schema } from 'mongoose';
import { defineModel, schemaOf } from '../store/index.ts';

/**
 * One person in one group: a list in the group would outgrow a document, and lose members that are added at the same
 * time.
 */
export interface GroupMembershipDocument {
  /** `<group>/<user>`, so that adding somebody twice is noticed. */
  _id: string;
  organizationId: string;
  groupId: string;
  userId: string;
}

const groupMembershipSchema = schemaOf<GroupMembershipDocument>({
  _id: String,
  organizationId: String,
  groupId: String,
  userId: String,
});
// The members of a group, in a stable order.
groupMembershipSchema.index({ organizationId: 1, groupId: 1, userId: 1 }, { unique: true });
// The groups of a person.
groupMembershipSchema.index({ organizationId: 1, userId: 1 });

export const groupMembershipModel = defineModel<GroupMembershipDocument>(
  'group_memberships',
  groupMembershipSchema,
);

/**
 * Roles that have to be given anew because groups or mappings change. Written before the change, so that a crash
 * forgets nobody.
 */
export interface GroupEffectDocument {
  _id: string;
  organizationId: string;
  /** These people, in order, */
  userIds: string[];
  /** then the members of these groups, */
  groupIds: string[];
  /** and of those that these mappings name. */
  names: GroupName[];
  /** Who was done last of the list that is under way. */
  after: string;
  /** The change is made. One that never says so was cut off by a crash. */
  isReady: boolean;
  notedAt: Date;
}

/** How a mapping names groups. */
export interface GroupName {
  origin: string;
  groupId: string | null;
  displayName: string | null;
}

const groupEffectSchema = schemaOf<GroupEffectDocument>({
  _id: String,
  organizationId: String,
  userIds: [String],
  groupIds: [String],
  names: [Schema.Types.Mixed],
  after: String,
  isReady: Boolean,
  notedAt: Date,
});
groupEffectSchema.index({ organizationId: 1 });

export const groupEffectModel = defineModel<GroupEffectDocument>(
  'group_effects',
  groupEffectSchema,
);
