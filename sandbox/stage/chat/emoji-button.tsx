import { Smile } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { UnicodeEmoji } from '#web/ui/discord/unicode-emoji.tsx'
import { useStage } from '../context.ts'
import { emojiNames } from './emoji-list.ts'

interface PickedEmoji {
  id?: string
  name: string
}

interface EmojiButtonProps {
  label: string
  size?: 'sm' | 'md'
  onPick(emoji: PickedEmoji): void
}

/** Opens a sheet of emoji: the server's own, then the usual ones. */
export function EmojiButton({ label, size = 'md', onPick }: EmojiButtonProps) {
  const { guild } = useStage()
  const [open, setOpen] = useState(false)
  const pick = (emoji: PickedEmoji) => {
    setOpen(false)
    onPick(emoji)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton size={size} label={label} icon={<Smile aria-hidden />} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="emoji-sheet" align="end" sideOffset={6} collisionPadding={8} aria-label="Emoji">
          {guild?.emojis.map(each => (
            <button
              key={each.id}
              type="button"
              aria-label={`:${each.name ?? 'emoji'}:`}
              onClick={() => each.id && pick({ id: each.id, name: each.name ?? 'emoji' })}
            >
              <img src={`/cdn/emojis/${each.id}.png`} alt="" width={24} height={24} loading="lazy" />
            </button>
          ))}
          {emojiNames.map(([emoji, name]) => (
            <button key={name} type="button" aria-label={`:${name}:`} onClick={() => pick({ name: emoji })}>
              <UnicodeEmoji emoji={emoji} />
            </button>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
