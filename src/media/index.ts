/**
 * Media: audio files in chunks, so that no document is large and a listener can start in the middle. Owns the files and
 * their chunks; who may hear a file is decided by the module it belongs to: prompts are of `integrations`, recordings
 * of `calls`.
 *
 * Design notes: a file is there once all of its chunks are: what a crash left behind is removed after a day. Prompts
 * are fetched by carriers, which have no credential: their address holds a random id and the hash of the content.
 * Nobody gets a recording that way.
 */
export { audioBytesMax, audioSecondsMax, inspectAudio } from './inspect-audio.ts';
export type { MediaFile } from './model.ts';
export { media } from './module.ts';
export { followUse, isUsablePrompt } from './prompts.ts';
export { findMedia, findMediaOf, openAudio, readMedia } from './read-media.ts';
export { removeMedia, storeMedia } from './store-media.ts';
