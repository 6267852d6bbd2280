import { spawnSync } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'

/** How much lower the priority of this process is than that of the measured bot (nice). */
const lowerBy = 10

/**
 * Lowers this process's priority and keeps it to one processor, so that the measured bot has the others to itself. The
 * sandbox stands for Discord, which in reality runs on other machines and takes nothing from the bot. The bot's CPU
 * time is measured within its own process anyway. Does nothing if the system would not let this process raise its
 * priority again, which mostly only root may; without `taskset`, it keeps all processors.
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
  return () => {
    useAll()
    setPriority(usual)
  }
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
