import type { ComponentProps } from 'react'
import { emojiTyped } from '#kit/named-emoji/template.ts'
import { useServerEmojis } from '#web/app/message/server-emojis.ts'
import { emojiWords } from '../words.ts'
import { WordsField } from './words-field.tsx'

/** An input for emoji: Unicode emoji, custom emoji in Discord's syntax, or their names between colons. */
export function EmojisField({
  guildId,
  value,
  onChange,
  error,
  ...rest
}: ComponentProps<typeof WordsField> & { guildId: string }) {
  const own = useServerEmojis(guildId)
  return (
    <WordsField
      {...rest}
      value={value}
      wordsOf={emojiWords}
      onChange={typed => onChange([...new Set(typed.map(one => emojiTyped(one, own).text))])}
      error={value.map(one => emojiTyped(one, own).problem).find(Boolean) ?? error}
    />
  )
}
