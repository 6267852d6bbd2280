import { ChevronsUpDown, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { useDisabledReason } from '../disabled-reason.tsx'
import type { ListChoice, ChoiceGroup } from './choices.ts'
import { Field, type ControlProps, type FieldProps } from './field.tsx'
import { Listbox, ListboxPopup } from './listbox.tsx'
import './combobox.css'

interface Common extends FieldProps {
  groups: readonly ChoiceGroup[]
  placeholder?: string | undefined
  search?: string | undefined
  empty?: string | undefined
  /** How a chosen entry that no longer exists is shown. */
  missing?: ((value: string) => ListChoice) | undefined
}

const nothing = 'Nothing matches.'
const gone = (value: string): ListChoice => ({ value, label: value })
const find = (groups: readonly ChoiceGroup[], value: string, missing = gone) =>
  groups.flatMap(group => group.choices).find(choice => choice.value === value) ?? missing(value)

/** A combobox for one choice. `none` adds an entry that clears the choice. */
export function Combobox({
  groups,
  value,
  onChange,
  none,
  placeholder = 'Choose',
  search,
  empty = nothing,
  missing,
  onBlur,
  ...field
}: Common & {
  value: string | null
  onChange: (value: string | null) => void
  none?: string | undefined
  onBlur?: (() => void) | undefined
}) {
  const all: readonly ChoiceGroup[] = none ? [{ choices: [{ value: '', label: none }] }, ...groups] : groups
  const chosen = value === null ? undefined : find(groups, value, missing)
  return (
    <Field {...field}>
      {control => (
        <Picker
          control={control}
          label={field.label}
          onClose={onBlur}
          face={chosen ? <Face choice={chosen} /> : <span className="select-placeholder">{none ?? placeholder}</span>}
        >
          {close => (
            <Listbox
              label={field.label}
              groups={all}
              selected={[value ?? '']}
              search={search}
              empty={empty}
              isBare={groups.every(({ choices }) => choices.length === 0)}
              onChoose={next => {
                onChange(next === '' ? null : next)
                close()
              }}
            />
          )}
        </Picker>
      )}
    </Field>
  )
}

/** A combobox for several choices, listed below it as removable chips. */
export function ComboboxMany({
  groups,
  value,
  onChange,
  placeholder = 'Choose',
  search,
  empty = nothing,
  missing,
  onBlur,
  ...field
}: Common & {
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: (() => void) | undefined
}) {
  const disabledProps = useDisabledReason(field.disabled)
  const without = (gone: string) => value.filter(other => other !== gone)
  return (
    <Field {...field}>
      {control => (
        <>
          <Picker
            control={control}
            label={field.label}
            onClose={onBlur}
            face={
              <span className={value.length ? undefined : 'select-placeholder'}>
                {value.length ? `${value.length} chosen` : placeholder}
              </span>
            }
          >
            {() => (
              <Listbox
                label={field.label}
                groups={groups}
                selected={value}
                search={search}
                empty={empty}
                multiple
                onChoose={next => onChange(value.includes(next) ? without(next) : [...value, next])}
              />
            )}
          </Picker>
          {value.length > 0 && (
            <ul className="chips" aria-label={`Chosen: ${field.label}`}>
              {value.map(one => {
                const choice = find(groups, one, missing)
                return (
                  <li className="chip" key={one}>
                    <Face choice={choice} />
                    <button
                      type="button"
                      aria-label={`Remove ${choice.label}`}
                      {...disabledProps}
                      onClick={() => onChange(without(one))}
                    >
                      <X aria-hidden="true" />
                    </button>
                  </li>
                )
              })}
            </ul>
          )}
        </>
      )}
    </Field>
  )
}

/** A select for one of a short, fixed list. */
export function Select<V extends string>({
  options,
  value,
  onChange,
  ...rest
}: Omit<Common, 'groups' | 'search' | 'missing'> & {
  options: readonly { value: V; label: string; note?: string; disabled?: boolean; icon?: ReactNode }[]
  value: V
  onChange: (value: V) => void
  onBlur?: (() => void) | undefined
}) {
  return (
    <Combobox
      {...rest}
      groups={[{ choices: options }]}
      value={value}
      onChange={next => {
        const option = options.find(one => one.value === next)
        if (option) onChange(option.value)
      }}
    />
  )
}

function Face({ choice }: { choice: ListChoice }) {
  return (
    <>
      {choice.icon && <span className="listbox-icon">{choice.icon}</span>}
      <span className="select-value">{choice.label}</span>
    </>
  )
}

function Picker({
  control,
  label,
  face,
  onClose,
  children,
}: {
  control: ControlProps
  label: string
  face: ReactNode
  onClose?: (() => void) | undefined
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const popup = useId()
  const toggle = (next: boolean) => {
    setOpen(next)
    if (!next) onClose?.()
  }
  return (
    <Popover.Root open={open} onOpenChange={toggle}>
      <Popover.Trigger asChild>
        <button
          {...control}
          {...useDisabledReason(control.disabled)}
          type="button"
          role="combobox"
          className="select"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open ? popup : undefined}
          onKeyDown={event => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            toggle(true)
          }}
        >
          {face}
          <ChevronsUpDown className="select-chevron" aria-hidden="true" />
        </button>
      </Popover.Trigger>
      <ListboxPopup id={popup} label={label}>
        {children(() => toggle(false))}
      </ListboxPopup>
    </Popover.Root>
  )
}
