import { spawnSync } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'

/** How much further back than whoever is measured (nice). */
const further = 10

/**
 * Leaves the processors to other processes, but for one that is shared with them at a lower priority: what stands for
 * Discord runs on a machine of its own in life, and takes nothing from the bot there. What counts is measured within
 * the bot's process all the same. Nothing happens where the system would not let this process come back, as most let
 * only root, and it keeps all processors where there is no `taskset`.
 * @returns come back
 */
export function stepBack(): () => void {
  const usual = getPriority()
  try {
    setPriority(usual + 1)
    setPriority(usual)
  } catch {
    return () => {}
  }
  setPriority(usual + further)
  const keepAll = keepToOne()
  return () => {
    keepAll()
    setPriority(usual)
  }
}

/**
 * Sets or reads the processors that every thread of this process may use, as a mask. @returns undefined without
 * `taskset`
 */
function affinity(mask?: bigint): bigint | undefined {
  const args = ['-a', '-p', ...(mask === undefined ? [] : [mask.toString(16)]), String(process.pid)]
  const { status, stdout } = spawnSync('taskset', args, { encoding: 'utf8' })
  const found = status === 0 ? /mask: ([\da-f]+)/.exec(stdout)?.[1] : undefined
  return found === undefined ? undefined : BigInt(`0x${found}`)
}

/** Keeps to the last of the processors that this process may use. @returns uses all of them again */
function keepToOne(): () => void {
  const usual = affinity()
  if (usual === undefined) return () => {}
  affinity(1n << BigInt(usual.toString(2).length - 1))
  return () => void affinity(usual)
}
