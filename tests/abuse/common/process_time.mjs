// Processor time and memory of another process, from /proc.
import { readFileSync } from 'node:fs';

const TICKS_PER_S = 100; // Linux shows times to programs in hundredths of a second, on every machine

/** User and system time so far, in milliseconds. */
export function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_S;
}

/** Resident memory in MiB. */
export const residentMiB = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
