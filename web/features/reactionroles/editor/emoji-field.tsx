import { SmilePlus } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useState } from 'react'
import { emojiOf } from '#features/reactionroles/menus/contract.ts'
import { emojiTyped } from '#kit/named-emoji/template.ts'
import type { ServerEmoji } from '#web/app/message/editor/context.ts'
import { CustomEmoji } from '#web/ui/discord/markdown/view.tsx'
import { UnicodeEmoji } from '#web/ui/discord/unicode-emoji.tsx'
import { useDisabledReason } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'

/** Emoji that menus often use; any other can be typed. */
const common = [
  ['🔔', 'bell'],
  ['📢', 'loudspeaker'],
  ['🎉', 'party'],
  ['🎮', 'game'],
  ['🎵', 'music'],
  ['🎨', 'art'],
  ['📷', 'camera'],
  ['📚', 'books'],
  ['💻', 'computer'],
  ['🌱', 'plant'],
  ['🪵', 'wood'],
  ['🏺', 'amphora'],
  ['🧶', 'yarn'],
  ['⚽', 'football'],
  ['🍳', 'cooking'],
  ['🐾', 'paws'],
  ['❤️', 'red heart'],
  ['🧡', 'orange heart'],
  ['💛', 'yellow heart'],
  ['💚', 'green heart'],
  ['💙', 'blue heart'],
  ['💜', 'purple heart'],
  ['✅', 'check mark'],
  ['⭐', 'star'],
] as const

/** An emoji as Discord draws it; nothing if the text is not an emoji. */
function Emoji({ typed }: { typed: string }) {
  const emoji = emojiOf(typed)
  if (!emoji) return undefined
  if (emoji.id === undefined) return <UnicodeEmoji emoji={emoji.name} />
  return <CustomEmoji id={emoji.id} name={emoji.name} animated={emoji.animated ?? false} />
}

/**
 * An input for an emoji, typed or chosen from a list. Put it inside of a lookup, which its pictures are loaded with.
 */
export function EmojiField({
  label,
  name,
  value,
  onChange,
  own,
  error,
  disabled,
}: {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  own: readonly ServerEmoji[]
  error: string | undefined
  disabled: boolean
}) {
  const [open, setOpen] = useState(false)
  const errorId = useId()
  const disabledProps = useDisabledReason(disabled)
  const take = (emoji: string) => {
    onChange(emoji)
    setOpen(false)
  }
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button
            type="button"
            name={name}
            className="emoji-trigger"
            aria-label={value === '' ? label : `${label}: ${emojiOf(value)?.name ?? value}`}
            data-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            {...disabledProps}
          >
            {emojiOf(value) ? <Emoji typed={value} /> : <SmilePlus aria-hidden />}
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content className="emoji-popup" sideOffset={4} align="start" aria-label={label}>
            <TextInput
              label="Emoji"
              value={value}
              onChange={typed => onChange(emojiTyped(typed, own).text)}
              onEnter={() => setOpen(false)}
              help="Type or paste one; one of this server also by its name, such as :kiln:."
              error={
                value.trim() === '' || emojiOf(value)
                  ? undefined
                  : (emojiTyped(value, own).problem ?? 'That is not an emoji.')
              }
            />
            <div className="emoji-grid" role="group" aria-label="Often used">
              {common.map(([emoji, name]) => (
                <button key={emoji} type="button" aria-label={name} onClick={() => take(emoji)}>
                  <UnicodeEmoji emoji={emoji} />
                </button>
              ))}
            </div>
            {own.length > 0 && (
              <div className="emoji-grid" role="group" aria-label="Of this server">
                {own.map(({ id, name, animated }) => (
                  <button
                    key={id}
                    type="button"
                    aria-label={name}
                    onClick={() => take(`<${animated ? 'a' : ''}:${name}:${id}>`)}
                  >
                    <CustomEmoji id={id} name={name} animated={animated} />
                  </button>
                ))}
              </div>
            )}
            {value !== '' && (
              <Button size="sm" variant="ghost" onClick={() => take('')}>
                No emoji
              </Button>
            )}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {error && (
        <span id={errorId} className="visually-hidden">
          {error}
        </span>
      )}
    </>
  )
}
