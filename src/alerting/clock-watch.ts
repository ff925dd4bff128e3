import type { Task, World } from '../kernel/index.ts';

/** The clock was set. */
export interface ClockJump {
  /** By the clock after it. */
  at: Date;
  /** Negative: it went back. */
  seconds: number;
}

/**
 * Covers the small steps of programs that keep clocks right, and the time that a busy machine takes between two looks.
 */
const toleratedMilliseconds = 2000;

/**
 * Compares the clock with one that nobody sets, each second. What is due at an instant would come late by as much as
 * the clock went back, so modules hear of it: messages and heartbeats are waited for shorter by that, monitors check at
 * once, and incidents are looked at again, where an alert that seems to be of the future counts as of now.
 */
export function clockTask(world: World, onJump: (jump: ClockJump) => void): Task {
  let wall = world.clock.now().getTime();
  let elapsed = world.clock.elapsed();
  return {
    name: 'clock',
    everySeconds: 1,
    everywhere: true,
    async run() {
      const now = world.clock.now();
      const passed = world.clock.elapsed();
      const jump = now.getTime() - wall - (passed - elapsed);
      if (Math.abs(jump) > toleratedMilliseconds) {
        const seconds = Math.round(jump / 1000);
        world.log.warn(
          { seconds },
          seconds > 0
            ? 'the clock went forward: it was set, or the machine stood still'
            : 'the clock went back',
        );
        onJump({ at: now, seconds });
        if (jump < 0)
          for (const module of world.modules) await module.clockWentBack?.(world, -jump);
      }
      // Only now: when the store does not answer, the next look finds it again.
      wall = now.getTime();
      elapsed = passed;
    },
  };
}
