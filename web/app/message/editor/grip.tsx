import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { useOffered } from './context.ts'

/** A list with one of its entries moved; the same list where that is not possible. */
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const one = list[from]
  if (one === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, one)
}

/** What is done to an entry of a list as a whole. */
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
  return (
    <Menu
      align="start"
      trigger={
        <IconButton
          size="sm"
          className="builder-grip"
          label={`${label}: move, copy, remove`}
          icon={<GripVertical aria-hidden />}
          disabled={readOnly}
        />
      }
    >
      <MenuItem icon={<ArrowUp aria-hidden />} disabled={at === 0} onSelect={() => onChange(moved(list, at, at - 1))}>
        Move up
      </MenuItem>
      <MenuItem
        icon={<ArrowDown aria-hidden />}
        disabled={at === list.length - 1}
        onSelect={() => onChange(moved(list, at, at + 1))}
      >
        Move down
      </MenuItem>
      {copies && one !== undefined && (
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
    </Menu>
  )
}
