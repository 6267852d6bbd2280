import { type KeyboardEvent, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Comparison, ShownDifference, ShownGroup } from '#features/antinuke/time-machine/contract.ts'
import antinuke from '#features/antinuke/contract.ts'
import { call } from '#web/app/api.ts'
import { type Ticks, ticksOf, toggled } from './choice.ts'
import { DifferenceRow, FieldRow, GroupRow, UnchangedRow } from './tree-rows.tsx'
import { timeMachineKey } from './use-time-machine.ts'
import './difference-tree.css'

export type Shown = 'all' | ShownDifference['what']

interface Props {
  groups: Comparison['groups']
  shown: Shown
  chosen: Ticks
  disabled: boolean
  guildId: string
  /** The two times compared; what did not change is loaded on request. */
  between: Pick<Comparison, 'from' | 'to'>
  /** The difference whose details are shown. */
  open: ShownDifference | undefined
  onChoose(chosen: Ticks): void
  onOpen(one: ShownDifference): void
}

/** A row, for keyboard navigation. */
interface Row {
  id: string
  ticks: readonly string[]
  group?: string
  difference?: ShownDifference
  /** The group whose unchanged things this row shows. */
  same?: string
}

/**
 * Things and settings that differ, in the server's order. The arrow keys move, Space checks, Enter opens the details.
 */
export function DifferenceTree({ groups, shown, chosen, disabled, guildId, between, open, onChoose, onOpen }: Props) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [listed, setListed] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  const visible = groups.flatMap((group): ShownGroup[] => {
    const differences = group.differences.filter(({ what }) => shown === 'all' || shown === what)
    return differences.length > 0 ? [{ ...group, differences }] : []
  })
  const fold = (id: string) => setFolded(before => toggled(before, [id]))
  const list = (id: string) => setListed(before => toggled(before, [id]))
  const hasSame = (group: ShownGroup) => shown === 'all' && group.same > 0
  const rows = visible.flatMap((group): Row[] => [
    { id: group.id, ticks: group.differences.flatMap(ticksOf), group: group.id },
    ...(folded.has(group.id)
      ? []
      : [
          ...group.differences.flatMap(rowsOf),
          ...(hasSame(group) ? [{ id: sameRowId(group), ticks: [], same: group.id }] : []),
        ]),
  ])
  const focused = rows.some(({ id }) => id === current) ? current : rows[0]?.id
  const moveTo = (row: Row | undefined) => {
    if (!row) return
    setCurrent(row.id)
    grid.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, rowId: string) => {
    const place = rows.findIndex(({ id }) => id === rowId)
    const row = rows[place]
    if (!row) return
    const { group, difference, same } = row
    const keys: Record<string, () => void> = {
      ArrowDown: () => moveTo(rows[place + 1]),
      ArrowUp: () => moveTo(rows[place - 1]),
      Home: () => moveTo(rows[0]),
      End: () => moveTo(rows.at(-1)),
      ArrowLeft: () => group !== undefined && !folded.has(group) && fold(group),
      ArrowRight: () => group !== undefined && folded.has(group) && fold(group),
      ' ': () => !disabled && row.ticks.length > 0 && onChoose(toggled(chosen, row.ticks)),
      Enter: () =>
        difference ? onOpen(difference) : same !== undefined ? list(same) : group !== undefined && fold(group),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const shared = (id: string) => ({
    rowId: id,
    isCurrent: id === focused,
    chosen,
    disabled,
    onChoose,
    onFocus: () => setCurrent(id),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, id),
  })
  return (
    <div className="tm-tree" role="treegrid" aria-label="Differences" ref={grid} tabIndex={-1}>
      {visible.map(group => (
        <div key={group.id} role="rowgroup">
          <GroupRow {...shared(group.id)} group={group} open={!folded.has(group.id)} onFold={() => fold(group.id)} />
          {!folded.has(group.id) &&
            group.differences.flatMap(one => [
              <DifferenceRow
                key={rowIdOf(one)}
                {...shared(rowIdOf(one))}
                one={one}
                isOpen={open !== undefined && rowIdOf(open) === rowIdOf(one)}
                onOpen={() => onOpen(one)}
              />,
              ...settingsOf(one).map(field => (
                <FieldRow
                  key={fieldRowId(one, field)}
                  {...shared(fieldRowId(one, field))}
                  one={one}
                  field={field}
                  onOpen={() => onOpen(one)}
                />
              )),
            ])}
          {!folded.has(group.id) && hasSame(group) && (
            <UnchangedRow
              {...shared(sameRowId(group))}
              count={group.same}
              open={listed.has(group.id)}
              onOpen={() => list(group.id)}
            >
              <Unchanged guildId={guildId} from={between.from} to={between.to} group={group.id} />
            </UnchangedRow>
          )}
        </div>
      ))}
    </div>
  )
}

export const rowIdOf = ({ kind, id }: ShownDifference): string => `${kind} ${id}`
const sameRowId = ({ id }: ShownGroup) => `same ${id}`
const fieldRowId = (one: ShownDifference, field: string) => `${rowIdOf(one)} ${field}`

/** The settings that have a row of their own: only if there is more than one. */
const settingsOf = ({ what, stays, fields }: ShownDifference): readonly string[] =>
  what === 'changed' && stays === null && fields.length > 1 ? fields : []

const rowsOf = (one: ShownDifference): Row[] => [
  { id: rowIdOf(one), ticks: ticksOf(one), difference: one },
  ...settingsOf(one).map((field): Row => {
    const place = one.fields.indexOf(field)
    return { id: fieldRowId(one, field), ticks: ticksOf(one).slice(place, place + 1), difference: one }
  }),
]

/** The names of what did not change in a group, loaded on request. */
function Unchanged({ guildId, from, to, group }: { guildId: string; from: number; to: number; group: string }) {
  const { data, isError } = useQuery({
    queryKey: [...timeMachineKey(guildId), 'unchanged', from, to, group],
    queryFn: ({ signal }) => call(antinuke, 'unchanged', { params: { guildId }, query: { from, to, group }, signal }),
  })
  if (isError) return <span>These could not be loaded. Close and open it to try again.</span>
  if (!data) return <span>Loading...</span>
  const words = data.things.map(({ name, label }) => name ?? `${label.toLowerCase()} you cannot see`)
  return <span className="tm-names">{words.join(', ')}</span>
}
