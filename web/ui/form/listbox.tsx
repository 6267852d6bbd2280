import { Check, Search } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  type ListChoice,
  type ChoiceGroup,
  filterChoices,
  type ChoiceStep,
  stepChoice,
  typedChoice,
} from './choices.ts'
import './field.css'
import './listbox.css'

const steps: Record<string, ChoiceStep> = { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' }

/** More than the channels or roles that a server can have; further members are found by searching. */
const mostShown = 500

interface Props {
  label: string
  groups: readonly ChoiceGroup[]
  selected: readonly string[]
  onChoose: (value: string) => void
  /** The placeholder of the search box; without it there is no box, and typed letters jump to entries instead. */
  search?: string | undefined
  /** Shown if there is nothing to choose, or nothing that matches. */
  empty: string
  /** Whether the only entries are ones that choose nothing: the reason why there are no others is shown below. */
  isBare?: boolean | undefined
  multiple?: boolean | undefined
}

/**
 * The open list of a combobox: search first, then groups. The focus stays on one element; the active entry is announced
 * through `aria-activedescendant` (the combobox pattern of the ARIA authoring practices).
 */
export function Listbox({ label, groups, selected, onChoose, search, empty, isBare = false, multiple }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState<string | undefined>(selected[0])
  const typed = useRef({ text: '', at: 0 })
  const shown = (search === undefined ? groups : filterChoices(groups, text)).map(group => ({
    ...group,
    choices: group.choices.slice(0, mostShown),
  }))
  const flat = shown.flatMap(group => group.choices)
  const current = flat.some(choice => choice.value === active) ? active : flat[0]?.value
  const optionId = (value: string | undefined) =>
    value !== undefined && `${id}-${flat.findIndex(c => c.value === value)}`
  const activeId = optionId(current) || undefined

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const choose = (choice: ListChoice | undefined) => {
    if (choice && !choice.disabled) onChoose(choice.value)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const inText = search !== undefined && (event.key === 'Home' || event.key === 'End') && text !== ''
    if (step && !inText) {
      event.preventDefault()
      setActive(stepChoice(flat, current, step))
    } else if (event.key === 'Enter' || (search === undefined && event.key === ' ')) {
      event.preventDefault()
      choose(flat.find(choice => choice.value === current))
    } else if (search === undefined && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      const fresh = event.timeStamp - typed.current.at > 700
      typed.current = { text: fresh ? event.key : typed.current.text + event.key, at: event.timeStamp }
      setActive(typedChoice(flat, current, typed.current.text) ?? current)
    }
  }

  const listId = `${id}-list`
  const list = { id: listId, 'aria-label': label, 'aria-multiselectable': multiple }
  const body: ReactNode = shown.map((group, index) => (
    <div key={group.label ?? index} role="group" aria-label={group.label}>
      {group.label && (
        <div className="listbox-label" aria-hidden="true">
          {group.label}
        </div>
      )}
      {group.choices.map(choice => (
        <Option
          key={choice.value}
          id={optionId(choice.value) || ''}
          choice={choice}
          selected={selected.includes(choice.value)}
          active={choice.value === current}
          onPoint={() => setActive(choice.value)}
          onChoose={() => choose(choice)}
        />
      ))}
    </div>
  ))

  if (search === undefined)
    return (
      <div
        {...list}
        role="listbox"
        className="listbox"
        tabIndex={0}
        aria-activedescendant={activeId}
        onKeyDown={onKeyDown}
        data-focus-first=""
      >
        {body}
        {(flat.length === 0 || isBare) && <p className="listbox-empty">{empty}</p>}
      </div>
    )
  return (
    <>
      <span className="input-search listbox-search">
        <Search aria-hidden="true" />
        <input
          className="input"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          aria-label={search}
          placeholder={search}
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          data-focus-first=""
        />
      </span>
      <div {...list} role="listbox" className="listbox">
        {body}
      </div>
      <p className="listbox-empty" role="status">
        {flat.length === 0 || isBare ? empty : ''}
      </p>
    </>
  )
}

/**
 * The place for an open list, below the trigger of the surrounding `Popover.Root`. The list takes the focus.
 * @param onCloseAutoFocus where the focus goes afterwards, if not to the trigger
 */
export function ListboxPopup({
  id,
  label,
  onCloseAutoFocus,
  children,
}: {
  id?: string
  label: string
  onCloseAutoFocus?: (event: Event) => void
  children: ReactNode
}) {
  return (
    <Popover.Portal>
      <Popover.Content
        {...(id && { id })}
        {...(onCloseAutoFocus && { onCloseAutoFocus })}
        className="listbox-popup"
        aria-label={label}
        align="start"
        sideOffset={6}
        collisionPadding={8}
        onOpenAutoFocus={event => {
          event.preventDefault()
          const popupElement = event.currentTarget
          if (popupElement instanceof HTMLElement)
            popupElement.querySelector<HTMLElement>('[data-focus-first]')?.focus()
        }}
      >
        {children}
      </Popover.Content>
    </Popover.Portal>
  )
}

function Option({
  id,
  choice,
  selected,
  active,
  onPoint,
  onChoose,
}: {
  id: string
  choice: ListChoice
  selected: boolean
  active: boolean
  onPoint: () => void
  onChoose: () => void
}) {
  return (
    <button
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      className="listbox-option"
      aria-selected={selected}
      aria-disabled={choice.disabled || undefined}
      data-active={active || undefined}
      onPointerMove={onPoint}
      // The list keeps the focus and handles the keys; an option only reacts to the pointer.
      onMouseDown={event => event.preventDefault()}
      onClick={onChoose}
    >
      {choice.icon && <span className="listbox-icon">{choice.icon}</span>}
      <span className="listbox-text">
        <span className="listbox-name">{choice.label}</span>
        {choice.note && <small>{choice.note}</small>}
      </span>
      {selected && <Check className="listbox-check" aria-hidden="true" />}
    </button>
  )
}
