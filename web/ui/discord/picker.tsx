import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useId, useState } from 'react'
import type { SelectChoice } from './actions.ts'
import { UnicodeEmoji } from './unicode-emoji.tsx'
import './picker.css'

interface PickerProps {
  /** Of the button, for a label beside it. */
  id?: string
  label: string
  placeholder: string
  choices: readonly SelectChoice[]
  value: readonly string[]
  /** How many may be chosen. With 1 a choice closes the list. */
  max: number
  disabled?: boolean
  buttonRef?: ((button: HTMLButtonElement | null) => void) | undefined
  /** Called when the choice is final: at once for one, on closing for several. */
  onChange(values: string[]): void
}

/** Discord's select menu: a button that opens a list; arrow keys move, Enter chooses, Escape closes. */
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
          aria-haspopup="listbox"
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
      <Popover.Portal>
        <Popover.Content className="picker-list" align="start" sideOffset={4} collisionPadding={8}>
          {choices.length > 10 ? (
            <Filtered id={listId} label={label} choices={choices} picked={picked} max={max} choose={choose} />
          ) : (
            <Choices id={listId} label={label} choices={choices} picked={picked} max={max} choose={choose} />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface ChoicesProps {
  id: string
  label: string
  choices: readonly SelectChoice[]
  picked: readonly string[]
  max: number
  choose(value: string): void
}

function Filtered(props: ChoicesProps) {
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const found = props.choices.filter(choice => choice.label.toLowerCase().includes(wanted))
  return (
    <>
      <input
        className="picker-search"
        type="search"
        aria-label="Search"
        placeholder="Search"
        value={query}
        onChange={event => setQuery(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          document.getElementById(props.id)?.querySelector<HTMLElement>('[role=option]')?.focus()
        }}
      />
      <Choices {...props} choices={found.slice(0, 100)} />
    </>
  )
}

function Choices({ id, label, choices, picked, max, choose }: ChoicesProps) {
  if (choices.length === 0) return <p className="picker-none">Nothing to choose here.</p>
  return (
    <div id={id} role="listbox" aria-label={label} aria-multiselectable={max > 1} onKeyDown={moveFocus} tabIndex={-1}>
      {choices.map(choice => (
        <button
          key={choice.value}
          type="button"
          role="option"
          aria-selected={picked.includes(choice.value)}
          className="picker-option"
          onClick={() => choose(choice.value)}
        >
          {choice.emoji && <UnicodeEmoji emoji={choice.emoji} />}
          <span className="picker-text">
            <span className={choice.colour && 'role-name'} style={{ '--m-name': choice.colour }}>
              {choice.label}
            </span>
            {choice.description && <small>{choice.description}</small>}
          </span>
          {picked.includes(choice.value) && <Check className="icon-sm" aria-hidden />}
        </button>
      ))}
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
  const here = options.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: options.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  options.at(Math.max(0, Math.min(next, options.length - 1)))?.focus()
}
