import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface ProcessorSeconds {
  all: number;
  main: number;
  /** Of the database. */
  engine: number;
  /** Of the threads that read what is costly, those that there are now. */
  reading: number;
}

/** Seconds of processor that a process has used, and how many of them some of its threads did. Linux only. */
export function processorSeconds(pid: number): ProcessorSeconds {
  const tasks = readdirSync(`/proc/${pid}/task`).flatMap((task) => taskOf(pid, task));
  // Names are cut off after 15 letters; the thread of the database begins before its helper.
  const engines = tasks.filter(({ name }) => name.startsWith('embedded-dat'));
  return {
    all: secondsOf(readFileSync(`/proc/${pid}/stat`, 'utf8')),
    main: tasks.find(({ id }) => id === pid)?.seconds ?? 0,
    engine: engines.toSorted((a, b) => a.id - b.id)[0]?.seconds ?? 0,
    reading: tasks
      .filter(({ name }) => name.startsWith('large-payload'))
      .reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/** A thread, unless it has ended meanwhile. */
function taskOf(pid: number, task: string): { id: number; name: string; seconds: number }[] {
  try {
    const folder = `/proc/${pid}/task/${task}`;
    const name = readFileSync(join(folder, 'comm'), 'utf8').trim();
    const [nanoseconds] = readFileSync(join(folder, 'schedstat'), 'utf8').split(' ');
    return [{ id: Number(task), name, seconds: Number(nanoseconds) / 1e9 }];
  } catch {
    return [];
  }
}

function secondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Megabytes in memory, and those of them that are no part of a file. */
export function memoryOf(pid: number): { resident: number; anonymous: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024);
  return { resident: megabytes('VmRSS'), anonymous: megabytes('RssAnon') };
}

/** Bytes of heap of this process, without what nobody needs any more, which is there or not by chance. */
export function heapKept(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** 0 of a file that is not there. */
export function bytesOf(folder: string, name: string): number {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
}
