import { rehearseTurns } from './frame-turns.ts'
import { rehearseSending } from './send-at-once.ts'

/**
 * Takes in frames that are nobody's and sends a request to nobody: of what stops an attack, the part that is not the
 * feature's. Nothing of it reaches Discord or is remembered.
 */
export async function rehearseDiscord(): Promise<void> {
  await rehearseTurns()
  await rehearseSending()
}
