import { parseDuration } from '#kit/duration.ts'

/** Source: Discord's documentation, "Channel", `rate_limit_per_user`. */
export const longestSlowmodeSeconds = 21_600

/**
 * Reads how long members wait between messages: `10`, `2m`, `1.5h`, `off`, also with what closes it; Discord knows whole seconds.
 * @returns seconds, 0 for off; undefined for anything else and for more than six hours
 */
export function readSlowmode(text: string): number | undefined {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/[,;:.!]+$/, '')
  if (typed === 'off') return 0
  const duration = parseDuration(typed)
  const seconds = /^\d{1,6}$/.test(typed) ? Number(typed) : duration === undefined ? undefined : duration / 1000
  return seconds !== undefined && Number.isInteger(seconds) && seconds <= longestSlowmodeSeconds ? seconds : undefined
}
