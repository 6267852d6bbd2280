import { spawnSync } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'

/** How much lower the priority of this process is than that of the measured bot (nice). */
const lowerBy = 10

/**
 * Keeps this process to one processor, and lets it run there only while nothing else wants to (Linux's SCHED_IDLE), so
 * that the measured bot never waits for it. The sandbox stands for Discord, which in reality runs on other machines and
 * takes nothing from the bot. The bot's CPU time is measured within its own process anyway. A lower nice value alone
 * does not do that: the scheduler lets a process that has begun continue for some milliseconds, whatever its nice value.
 * Does nothing if the system would not let this process raise its priority again, which mostly only root may; without
 * util-linux's `taskset` and `chrt`, all that changes is the nice value.
 * @returns undoes it
 */
export function lowerPriority(): () => void {
  const usual = getPriority()
  try {
    setPriority(usual + 1)
    setPriority(usual)
  } catch {
    return () => {}
  }
  setPriority(usual + lowerBy)
  const useAll = useOneProcessor()
  schedule('idle')
  return () => {
    schedule('other')
    useAll()
    setPriority(usual)
  }
}

/** Sets Linux's scheduling policy of every thread of this process. Does nothing without `chrt`. */
function schedule(policy: 'idle' | 'other'): void {
  spawnSync('chrt', ['--all-tasks', `--${policy}`, '--pid', '0', String(process.pid)])
}

/**
 * Sets or reads the mask of processors that every thread of this process may use. @returns undefined without `taskset`
 */
function affinity(mask?: bigint): bigint | undefined {
  const args = ['-a', '-p', ...(mask === undefined ? [] : [mask.toString(16)]), String(process.pid)]
  const { status, stdout } = spawnSync('taskset', args, { encoding: 'utf8' })
  const found = status === 0 ? /mask: ([\da-f]+)/.exec(stdout)?.[1] : undefined
  return found === undefined ? undefined : BigInt(`0x${found}`)
}

/** Restricts this process to the last of its processors. @returns lets it use all of them again */
function useOneProcessor(): () => void {
  const usual = affinity()
  if (usual === undefined) return () => {}
  affinity(1n << BigInt(usual.toString(2).length - 1))
  return () => void affinity(usual)
}
