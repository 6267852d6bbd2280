import type { Guild } from 'discord.js'
import { emojiTyped } from '#kit/named-emoji/template.ts'
import type { Design } from './design/contract.ts'

/**
 * Replaces names of the server's emojis in a posted design, such as `:kiln:`, with the emojis. Other texts stay the
 * same.
 */
export function resolveEmojiNames({ emojis }: Guild, posted: Partial<Design>): Partial<Design> {
  const own = [...emojis.cache.values()]
  const meant = (typed: string) => emojiTyped(typed, own).text
  const { trigger, actions } = posted
  return {
    ...posted,
    ...(trigger && { trigger: { ...trigger, emojis: [...new Set(trigger.emojis.map(meant))] } }),
    ...(actions && { actions: actions.map(one => ({ ...one, emoji: meant(one.emoji) })) }),
  }
}

/** Why names of emojis in a design match no emoji of the server, by the path of each. */
export function emojiNameProblems({ emojis }: Guild, { trigger, actions }: Design): Record<string, string> {
  const own = [...emojis.cache.values()]
  const places = [
    ...trigger.emojis.map((emoji, at) => [`trigger.emojis.${at}`, emoji] as const),
    ...actions.map(({ emoji }, at) => [`actions.${at}.emoji`, emoji] as const),
  ]
  return Object.fromEntries(
    places.flatMap(([place, emoji]) => {
      const { problem } = emojiTyped(emoji, own)
      return problem === undefined ? [] : [[place, problem]]
    }),
  )
}
