import type { APIReaction } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { customEmoji } from '../expressions/custom-emoji.ts'

/** The emoji of a reaction as events and messages carry it. @param key '👍' or 'name:id' */
export function reactionEmoji(sandbox: Sandbox, key: string): { id: string | null; name: string; animated?: boolean } {
  const [, name, id] = /^(.+):(\d+)$/.exec(key) ?? []
  if (name === undefined || id === undefined) return { id: null, name: key }
  return { id, name, ...(customEmoji(sandbox.world, id)?.animated && { animated: true }) }
}

/** Colours that a super reaction shines in. */
export const burstColors = ['#5865f2', '#eb459e']

/** In the order in which the emoji first appeared. `me` is of a normal reaction alone. */
export function reactionsFor(sandbox: Sandbox, messageId: string, viewerId: string): APIReaction[] {
  const { reactions, superReactions } = sandbox.world
  return [...(reactions.get(messageId) ?? [])].map(([key, users]) => {
    const bursts = superReactions.get(messageId)?.get(key) ?? new Set<string>()
    return {
      emoji: reactionEmoji(sandbox, key),
      count: users.size + bursts.size,
      count_details: { burst: bursts.size, normal: users.size },
      burst_colors: bursts.size > 0 ? burstColors : [],
      me: users.has(viewerId),
      me_burst: bursts.has(viewerId),
    }
  })
}
