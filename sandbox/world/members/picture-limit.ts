import type { Sandbox } from '../../context.ts'
import { invalidForm } from '../errors.ts'

/** When members changed their pictures lately (Unix ms), by guild and user. */
const changes = new WeakMap<Sandbox['world'], Map<string, number[]>>()

/**
 * How often a picture may change is nowhere documented and shown by no header; over it the body counts as invalid.
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
