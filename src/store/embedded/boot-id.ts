import { readFileSync } from 'node:fs';

/**
 * Tells one run of the machine from the next; empty where the system has no such id. What a process wrote before it was killed is
 * whole as long as the machine goes on: only a machine that went down can have lost pages that were not flushed.
 */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
