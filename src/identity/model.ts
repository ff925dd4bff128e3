import { Schema } from 'mongoose';
import { defineModel } from '../store/index.ts';

/** The state of the installation itself: that it was set up, and with which secret key. */
export interface InstallationDocument {
  _id: 'installation';
  secretFingerprint: string;
  /** While the key is being replaced: that of the new one. See `secret-key-change.ts`. */
  nextSecretFingerprint?: string;
  createdAt: Date;
  /** See `installation.ts`. */
  sealedSecrets?: Record<string, string>;
}

export const installationModel = defineModel<InstallationDocument>(
  'installation',
  new Schema<InstallationDocument>({
    _id: String,
    secretFingerprint: String,
    nextSecretFingerprint: String,
    createdAt: Date,
    sealedSecrets: { type: Schema.Types.Mixed, default: undefined },
  }),
);
