import type { Guild } from 'discord.js'
import { emojiTyped } from '#kit/named-emoji/template.ts'
import type { Design } from './design/contract.ts'

/** What was posted, with the server's emojis in place of their names: `:kiln:`. What is no such name stays. */
export function withOwnEmojis({ emojis }: Guild, posted: Partial<Design>): Partial<Design> {
  const own = [...emojis.cache.values()]
  const meant = (typed: string) => emojiTyped(typed, own).text
  const { trigger, actions } = posted
  return {
    ...posted,
    ...(trigger && { trigger: { ...trigger, emojis: [...new Set(trigger.emojis.map(meant))] } }),
    ...(actions && { actions: actions.map(one => ({ ...one, emoji: meant(one.emoji) })) }),
  }
}

/** Why names of emojis are none of the server's, by the place of each in a design. */
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
