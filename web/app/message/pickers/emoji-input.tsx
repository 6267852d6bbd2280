import type { ComponentProps } from 'react'
import { emojiTyped } from '#kit/named-emoji/template.ts'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { useServerEmojis } from '../server-emojis.ts'

/**
 * An input for an emoji: a Unicode emoji, a custom emoji in Discord's syntax, or a custom emoji's name between colons.
 */
export function EmojiInput({
  guildId,
  value,
  onChange,
  error,
  ...rest
}: ComponentProps<typeof TextInput> & { guildId: string | undefined }) {
  const own = useServerEmojis(guildId)
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={typed => onChange(emojiTyped(typed, own).text)}
      error={emojiTyped(value, own).problem ?? error}
    />
  )
}
