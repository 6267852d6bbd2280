import type { APIReaction } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { customEmoji } from '../expressions/custom-emoji.ts'

/** The emoji of a reaction as events and messages carry it. @param key '👍' or 'name:id' */
export function reactionEmoji(sandbox: Sandbox, key: string): { id: string | null; name: string; animated?: boolean } {
  const [, name, id] = /^(.+):(\d+)$/.exec(key) ?? []
  if (name === undefined || id === undefined) return { id: null, name: key }
  return { id, name, ...(customEmoji(sandbox.world, id)?.animated && { animated: true }) }
}

/** In the order in which the emoji first appeared. */
export function reactionsFor(sandbox: Sandbox, messageId: string, viewerId: string): APIReaction[] {
  return [...(sandbox.world.reactions.get(messageId) ?? [])].map(([key, users]) => ({
    emoji: reactionEmoji(sandbox, key),
    count: users.size,
    count_details: { burst: 0, normal: users.size },
    burst_colors: [],
    me: users.has(viewerId),
    me_burst: false,
  }))
}
