import { getPriority, setPriority } from 'node:os'

/** How much further back than whoever is measured (nice). */
const further = 10

/**
 * Lets other processes have the processors first: what stands for Discord runs on a machine of its own in life, and takes
 * nothing from the bot there. What counts is measured within the bot's process all the same. Nothing happens where the
 * system would not let this process come back, as most let only root.
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
  return () => setPriority(usual)
}
