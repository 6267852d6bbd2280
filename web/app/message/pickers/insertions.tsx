import { AtSign, Braces, Clock, Smile } from 'lucide-react'
import { Popover } from 'radix-ui'
import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { memberPlaceholders } from '#kit/message/text/template.ts'
import { useEmojiAddress } from '#web/app/preview/use-preview.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { ListChoice, ChoiceGroup } from '#web/ui/form/choices.ts'
import { groupChannels, listRoles } from '#web/ui/form/guild-choices.tsx'
import { Listbox, ListboxPopup } from '#web/ui/form/listbox.tsx'
import { useOffered } from '../editor/context.ts'
import { emojiGroups } from './emoji.tsx'
import { TimePicker } from './time-picker.tsx'

interface Insertion {
  /** The field they are inserted into: 'Content'. */
  what: string
  members: boolean
  disabled: boolean
  onInsert: (text: string) => void
}

/** Emoji, mentions, times and placeholders, each in a popup of its own. */
export function Insertions({ what, members, disabled, onInsert }: Insertion) {
  const { guild, emojis, placeholders: known } = useOffered()
  const emojiAddress = useEmojiAddress()
  const mentions: ChoiceGroup[] = [
    { label: 'Everybody', choices: ['@everyone', '@here'].map(value => ({ value, label: value })) },
    ...listRoles(guild?.roles ?? [], guild?.id).map(({ choices }) => ({
      label: 'Roles',
      choices: choices.map(one => ({ ...one, value: `<@&${one.value}>` })),
    })),
    ...groupChannels(guild?.channels.filter(one => one.callerCanView) ?? [], [0, 2, 5, 13, 15], false).map(
      ({ label = 'Channels', choices }) => ({
        label,
        choices: choices.map(({ value, label: name, icon }) => ({ value: `<#${value}>`, label: name, icon })),
      }),
    ),
  ]
  const placeholders: ChoiceGroup[] = [
    ...(members ? [{ label: 'The person who uses it', choices: memberPlaceholders.map(asChoice) }] : []),
    ...known.map(group => ({
      label: group.label,
      choices: group.placeholders.map(({ name, example }) => ({ ...asChoice(name), note: example })),
    })),
  ]
  const common = { what, disabled, onInsert }
  return (
    <span className="builder-insertions">
      <Choosing {...common} name="Emoji" icon={<Smile aria-hidden />} groups={emojiGroups(emojis, emojiAddress)} />
      <Choosing {...common} name="Mention" icon={<AtSign aria-hidden />} groups={mentions} />
      <Popup label={`Time for ${what}`} icon={<Clock aria-hidden />} disabled={disabled} onInsert={onInsert}>
        <Time />
      </Popup>
      {placeholders.length > 0 && (
        <Choosing {...common} name="Placeholder" icon={<Braces aria-hidden />} groups={placeholders} />
      )}
    </span>
  )
}

const asChoice = (name: string): ListChoice => ({ value: name, label: name })

function Choosing({
  what,
  name,
  icon,
  groups,
  disabled,
  onInsert,
}: Omit<Insertion, 'members'> & { name: string; icon: ReactNode; groups: readonly ChoiceGroup[] }) {
  const label = `${name} for ${what}`
  return (
    <Popup label={label} icon={icon} disabled={disabled} onInsert={onInsert}>
      <Choices name={name} label={label} groups={groups} />
    </Popup>
  )
}

/** Inserts a text; provided by the popup. */
const ChooseContext = createContext<(text: string) => void>(() => undefined)

function Choices({ name, label, groups }: { name: string; label: string; groups: readonly ChoiceGroup[] }) {
  return (
    <Listbox
      label={label}
      groups={groups}
      selected={[]}
      search={`Search ${name.toLowerCase()}s`}
      empty="Nothing matches."
      onChoose={use(ChooseContext)}
    />
  )
}

const Time = () => <TimePicker onChoose={use(ChooseContext)} />

/** The choice is inserted after the popup has closed: only then is the focus back in the text and not on the button. */
function Popup({
  label,
  icon,
  disabled,
  onInsert,
  children,
}: {
  label: string
  icon: ReactNode
  disabled: boolean
  onInsert: (text: string) => void
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const chosen = useRef<string>(undefined)
  const choose = (text: string) => {
    chosen.current = text
    setOpen(false)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton size="sm" label={label} icon={icon} why={disabled} />
      </Popover.Trigger>
      <ListboxPopup
        label={label}
        onCloseAutoFocus={event => {
          if (chosen.current === undefined) return
          event.preventDefault()
          onInsert(chosen.current)
          chosen.current = undefined
        }}
      >
        <ChooseContext value={choose}>{children}</ChooseContext>
      </ListboxPopup>
    </Popover.Root>
  )
}
