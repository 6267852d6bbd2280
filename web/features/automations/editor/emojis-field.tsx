import type { ComponentProps } from 'react'
import { emojiTyped } from '#kit/named-emoji/template.ts'
import { useServerEmojis } from '#web/app/message/server-emojis.ts'
import { emojiWords } from '../words.ts'
import { WordsField } from './words-field.tsx'

/** Takes emojis: drawn, as Discord writes those of the server, or their names between colons. */
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
