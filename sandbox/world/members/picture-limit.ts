import type { Sandbox } from '../../context.ts'
import { invalidForm } from '../errors.ts'

/** When members recently changed their pictures (Unix ms), by guild and user. */
const changes = new WeakMap<Sandbox['world'], Map<string, number[]>>()

/**
 * Counts changes of a picture. The limit is not documented and no header shows it; beyond it, the body counts as
 * invalid.
 * @throws DiscordError 50035 with AVATAR_RATE_LIMIT or BANNER_RATE_LIMIT
 */
export function countPicture(
  { world, conditions, now }: Sandbox,
  guildId: string,
  userId: string,
  field: 'avatar' | 'banner',
): void {
  if (!conditions.rateLimits.enabled) return
  const { limit, windowMs } = conditions.pictureChanges
  const all = changes.get(world) ?? new Map<string, number[]>()
  changes.set(world, all)
  const key = `${guildId} ${userId} ${field}`
  const recent = (all.get(key) ?? []).filter(at => at > now() - windowMs)
  if (recent.length >= limit) {
    const message = `You are changing your ${field} too fast. Try again later.`
    throw invalidForm([{ path: field, code: `${field.toUpperCase()}_RATE_LIMIT`, message }])
  }
  all.set(key, [...recent, now()])
}
