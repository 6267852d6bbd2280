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
