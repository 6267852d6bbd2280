import { waitLeft } from '#kit/clock.ts'

/**
 * Between two renames of one channel. Discord lets about two happen in ten minutes and says so in no header.
 * Source: https://github.com/discord/discord-api-docs/issues/1900
 */
export const renameIntervalMs = 6 * 60_000
/** Who comes together is counted together. */
const debounceMs = 10_000

/** When a channel may be renamed next, Unix ms. Calls within the same ten seconds name the same moment. */
export function nextRename(now: number, renamedAt: number | null): number {
  const gathered = (Math.floor(now / debounceMs) + 1) * debounceMs
  return Math.max(gathered, now + waitLeft(renamedAt ?? 0, renameIntervalMs, now))
}
