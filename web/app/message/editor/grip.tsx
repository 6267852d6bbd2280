import { Copy, Trash2 } from 'lucide-react'
import { OrderGrip } from '#web/ui/form/order-grip.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { useOffered } from './context.ts'

/** The menu of a list entry: move, copy, remove. */
export function Grip<T>({
  label,
  list,
  at,
  onChange,
  copies = true,
  removable = true,
}: {
  /** 'Embed 2' */
  label: string
  list: readonly T[]
  at: number
  onChange: (list: T[]) => void
  copies?: boolean
  removable?: boolean
}) {
  const { readOnly } = useOffered()
  const one = list[at]
  if (one === undefined) return null
  return (
    <OrderGrip
      label={`${label}: move, copy, remove`}
      noun={label.replace(/ \d+$/, '')}
      at={at}
      count={list.length}
      onMove={to => onChange(list.toSpliced(at, 1).toSpliced(to, 0, one))}
      disabled={readOnly}
    >
      {copies && (
        <MenuItem
          icon={<Copy aria-hidden />}
          onSelect={() => onChange(list.toSpliced(at + 1, 0, structuredClone(one)))}
        >
          Duplicate
        </MenuItem>
      )}
      {removable && (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onChange(list.toSpliced(at, 1))}>
            Remove
          </MenuItem>
        </>
      )}
    </OrderGrip>
  )
}
