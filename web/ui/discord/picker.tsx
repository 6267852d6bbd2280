import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useState } from 'react'
import type { ListChoice } from '../form/choices.ts'
import { Listbox, ListboxPopup } from '../form/listbox.tsx'
import type { SelectChoice } from './actions.ts'
import { RoleDot } from '../role-dot.tsx'
import { UnicodeEmoji } from './unicode-emoji.tsx'
import './picker.css'

const mostWithoutSearch = 10

interface PickerProps {
  /** The id of the button, for a label beside it. */
  id?: string
  label: string
  placeholder: string
  choices: readonly SelectChoice[]
  value: readonly string[]
  /** How many can be chosen. If 1, a choice closes the list. */
  max: number
  disabled?: boolean
  buttonRef?: ((button: HTMLButtonElement | null) => void) | undefined
  /** Called when the choice is final: at once for a single one, on closing for several. */
  onChange(values: string[]): void
}

/** Discord's select menu: a button that opens a list. */
export function Picker({
  id,
  buttonRef,
  label,
  placeholder,
  choices,
  value,
  max,
  disabled = false,
  onChange,
}: PickerProps) {
  const [open, setOpen] = useState(false)
  const [picked, setPicked] = useState<readonly string[]>(value)
  const shown = choices.filter(choice => (open ? picked : value).includes(choice.value))
  const listId = useId()
  const name = shown.length === 0 ? placeholder : shown.map(choice => choice.label).join(', ')

  const change = (next: boolean) => {
    if (next) setPicked(value)
    else if (open && max > 1 && picked.join() !== value.join()) onChange([...picked])
    setOpen(next)
  }
  const choose = (choice: string) => {
    if (max === 1) {
      setOpen(false)
      onChange([choice])
    } else if (picked.includes(choice)) setPicked(picked.filter(each => each !== choice))
    else if (picked.length < max) setPicked([...picked, choice])
  }

  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger asChild>
        <button
          ref={buttonRef}
          id={id}
          type="button"
          className="picker"
          disabled={disabled}
          aria-labelledby={name === label ? `${listId}-value` : `${listId}-label ${listId}-value`}
        >
          <span id={`${listId}-label`} hidden>
            {label}
          </span>
          <span id={`${listId}-value`} className={clsx('picker-value', shown.length === 0 && 'picker-empty')}>
            {name}
          </span>
          <ChevronDown className="icon-sm" aria-hidden />
        </button>
      </Popover.Trigger>
      <ListboxPopup label={label}>
        <Listbox
          label={label}
          groups={[{ choices: choices.map(asChoice) }]}
          selected={picked}
          search={choices.length > mostWithoutSearch ? 'Search' : undefined}
          empty="Nothing to choose here."
          multiple={max > 1}
          onChoose={choose}
        />
      </ListboxPopup>
    </Popover.Root>
  )
}

function asChoice({ value, label, description, emoji, colour, words }: SelectChoice): ListChoice {
  const icon = emoji ? <UnicodeEmoji emoji={emoji} /> : colour && <RoleDot colour={colour} />
  return { value, label, note: description, icon, words }
}
