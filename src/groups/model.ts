import { defineModel, schemaOf } from '../store/index.ts';

/** One person in one group: a list in the group would outgrow a document, and lose members that are added at the same time. */
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
