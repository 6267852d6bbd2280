import { clsx } from 'clsx'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { whileFull } from '../disabled-reason.tsx'
import { Button, IconButton } from '../button.tsx'
import { FieldNote } from './field.tsx'
import './row-list.css'

interface RowListProps<R> {
  name: string
  rows: readonly R[]
  onChange: (rows: R[]) => void
  /** Creates the row that the button adds. */
  create: () => R
  most: number
  /** 'Add a rank' */
  add: string
  /** The label of a row's remove button: 'Remove rank 1'. */
  removeLabel: (row: R, place: number) => string
  /** Shown while there are no rows. */
  none?: string
  help?: ReactNode
  error?: string | undefined
  disabled?: boolean | undefined
  /** Whether the second control goes below the first on phones, for two texts. */
  stacks?: boolean
  /** The two controls of a row. */
  children: (row: R, change: (patch: Partial<R>) => void, place: number) => ReactNode
}

/**
 * A setting that is a list: each row has two controls and a remove button. Below are the add button, then help or
 * error.
 */
export function RowList<R>({ rows, onChange, create, most, disabled, stacks, children, ...words }: RowListProps<R>) {
  const change = (at: number, patch: Partial<R>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...patch } : row)))
  return (
    <div className="row-list">
      {rows.length === 0 && words.none && <p className="field-help">{words.none}</p>}
      {rows.length > 0 && (
        <ul className={clsx(stacks && 'row-list-stacks')}>
          {rows.map((row, place) => (
            <li key={place}>
              {children(row, patch => change(place, patch), place)}
              <IconButton
                label={words.removeLabel(row, place)}
                icon={<X aria-hidden />}
                why={disabled}
                onClick={() => onChange(rows.filter((_, at) => at !== place))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        size="sm"
        icon={<Plus aria-hidden />}
        why={disabled || whileFull(rows.length, most)}
        onClick={() => onChange([...rows, create()])}
      >
        {words.add}
      </Button>
      <FieldNote id={`${words.name}-note`} help={words.help} error={words.error} />
    </div>
  )
}
