import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import type { Speech } from '../sentences/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import type { News } from './news.ts';

export type SubscriberChannel = 'email' | 'sms';

/** Somebody who entered an address and has not confirmed it yet. */
export interface SignUpDocument {
  _id: string;
  organizationId: string;
  statusPageId: string;
  channel: SubscriberChannel;
  /** As they wrote it. */
  address: string;
  /** In lower case: what is limited. */
  contact: string;
  /** As they were spoken to when they did. */
  speech: Speech;
  /** Wrong codes so far. */
  failures: number;
  createdAt: Date;
  expiresAt: Date;
}

const signUpSchema = schemaOf<SignUpDocument>({
  _id: String,
  organizationId: String,
  statusPageId: String,
  channel: String,
  address: String,
  contact: String,
  speech: Schema.Types.Mixed,
  failures: Number,
  createdAt: Date,
  expiresAt: Date,
});
// How many mails an address got lately, and what expires.
signUpSchema.index({ contact: 1, createdAt: 1 });
signUpSchema.index({ expiresAt: 1 });
signUpSchema.index({ statusPageId: 1 });
signUpSchema.index({ organizationId: 1 });

export const signUpModel = defineModel<SignUpDocument>('status_page_sign_ups', signUpSchema);

export function signUpsOf(world: World): Collection<SignUpDocument> {
  return driverCollection(signUpModel(world.store));
}

/** A piece of news that subscribers of a page are or were told. */
export interface NewsDocument {
  _id: string;
  organizationId: string;
  statusPageId: string;
  news: News;
  createdAt: Date;
  /** All messages are stored; absent until then. */
  storedAt?: Date;
}

const newsSchema = schemaOf<NewsDocument>({
  _id: String,
  organizationId: String,
  statusPageId: String,
  news: Schema.Types.Mixed,
  createdAt: Date,
  storedAt: Date,
});
newsSchema.index({ statusPageId: 1, createdAt: 1 });
// Finds what was told of maintenance that is not over.
newsSchema.index(
  { statusPageId: 1, 'news.until': 1 },
  { partialFilterExpression: { 'news.maintenanceId': { $gt: '' } } },
);
newsSchema.index({ createdAt: 1 });
newsSchema.index({ organizationId: 1 });

export const newsModel = defineModel<NewsDocument>('status_page_news', newsSchema);

export function storedNewsOf(world: World): Collection<NewsDocument> {
  return driverCollection(newsModel(world.store));
}
