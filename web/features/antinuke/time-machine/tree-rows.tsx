import { clsx } from 'clsx'
import { ChevronDown, ChevronRight, Minus, Pencil, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { ShownDifference, ShownGroup } from '#features/antinuke/time-machine/contract.ts'
import { nameOf } from '#web/app/people/people-list.tsx'
import { shortMomentText } from '#web/app/dates.ts'
import { formatNumber } from '#web/ui/numbers.ts'
import { ChangeLines, GivesPower, ObjectIcon, titleOf } from './difference-view.tsx'
import { fieldTick, stateOf, type Ticks, ticksOf, toggled } from './choice.ts'

interface RowProps {
  rowId: string
  isCurrent: boolean
  chosen: Ticks
  disabled: boolean
  onChoose(chosen: Ticks): void
  onFocus(): void
  onKeyDown(event: KeyboardEvent): void
}

function Row({
  rowId,
  isCurrent,
  level,
  className,
  expanded,
  selected,
  onFocus,
  onKeyDown,
  onClick,
  children,
}: Pick<RowProps, 'rowId' | 'isCurrent' | 'onFocus' | 'onKeyDown'> & {
  level: number
  className?: string
  expanded?: boolean
  selected?: boolean
  onClick(): void
  children: ReactNode
}) {
  return (
    <div
      role="row"
      aria-level={level}
      aria-expanded={expanded}
      aria-selected={selected}
      data-row={rowId}
      tabIndex={isCurrent ? 0 : -1}
      className={clsx('tm-row', className)}
      onFocus={event => event.target === event.currentTarget && onFocus()}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {children}
    </div>
  )
}

function Tick({
  ticks,
  chosen,
  disabled,
  label,
  onChoose,
}: Pick<RowProps, 'chosen' | 'disabled' | 'onChoose'> & { ticks: readonly string[]; label: string }) {
  const box = useRef<HTMLInputElement>(null)
  const state = stateOf(chosen, ticks)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'mixed'
  }, [state])
  return (
    <input
      ref={box}
      type="checkbox"
      className="check"
      tabIndex={-1}
      aria-label={label}
      checked={state === true}
      disabled={disabled}
      onClick={event => event.stopPropagation()}
      onChange={() => onChoose(toggled(chosen, ticks))}
    />
  )
}

const glyphs = {
  created: { icon: Plus, word: 'Added' },
  changed: { icon: Pencil, word: 'Changed' },
  deleted: { icon: Minus, word: 'Removed' },
}

export function GroupRow({
  group,
  open,
  onFold,
  chosen,
  disabled,
  onChoose,
  ...row
}: RowProps & { group: ShownGroup; open: boolean; onFold(): void }) {
  const count = (what: ShownDifference['what']) => group.differences.filter(one => one.what === what).length
  const words = [
    [count('created'), 'added'],
    [count('changed'), 'changed'],
    [count('deleted'), 'removed'],
    [group.same, 'as before'],
  ] as const
  const ticks = group.differences.flatMap(ticksOf)
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <Row {...row} level={1} expanded={open} className="tm-group" onClick={onFold}>
      <span role="gridcell" className="tm-box">
        {ticks.length > 0 ? (
          <Tick
            ticks={ticks}
            chosen={chosen}
            disabled={disabled}
            label={`All of ${group.name ?? 'this'}`}
            onChoose={onChoose}
          />
        ) : (
          <Minus className="lucide tm-none" aria-hidden />
        )}
      </span>
      <span role="gridcell" className="tm-group-name">
        <Chevron className="lucide" aria-hidden />
        <b>{group.name}</b>
      </span>
      <span role="gridcell" className="tm-group-end">
        {words.flatMap(([amount, word]) => (amount > 0 ? [`${amount} ${word}`] : [])).join(', ')}
      </span>
    </Row>
  )
}

export function DifferenceRow({
  one,
  isOpen,
  onOpen,
  chosen,
  disabled,
  onChoose,
  ...row
}: RowProps & { one: ShownDifference; isOpen: boolean; onOpen(): void }) {
  const { icon: Glyph, word } = glyphs[one.what]
  const ticks = ticksOf(one)
  const ownLines = one.what === 'changed' && (one.fields.length < 2 || one.stays !== null)
  return (
    <Row {...row} level={2} selected={isOpen} className="tm-difference" onClick={onOpen}>
      <span role="gridcell" className="tm-box">
        {ticks.length > 0 ? (
          <Tick
            ticks={ticks}
            chosen={chosen}
            disabled={disabled}
            label={`Put ${titleOf(one)} back`}
            onChoose={onChoose}
          />
        ) : (
          <Minus className="lucide tm-none" aria-hidden />
        )}
      </span>
      <span role="gridcell" className="tm-what">
        <span className="tm-glyph" data-what={one.what}>
          <Glyph className="lucide" aria-hidden />
          <span className="visually-hidden">{word}</span>
        </span>
        <span className="tm-text">
          <b>
            <ObjectIcon one={one} />
            {one.name ?? 'A channel you cannot see'}
          </b>
          {ownLines ? (
            <ChangeLines changes={one.changes} />
          ) : (
            <span>{one.what === 'changed' ? `${one.fields.length} settings` : one.label}</span>
          )}
          {one.stays !== null && <span className="tm-stays">{one.stays}</span>}
          {one.givesPower && <GivesPower />}
        </span>
      </span>
      <span role="gridcell" className="tm-who">
        {one.by ? nameOf(one.by) : one.unseen ? 'while I was away' : 'unknown'}
        <small>{shortMomentText(one.at)}</small>
      </span>
    </Row>
  )
}

export function FieldRow({
  one,
  field,
  onOpen,
  chosen,
  disabled,
  onChoose,
  ...row
}: RowProps & { one: ShownDifference; field: string; onOpen(): void }) {
  const changes = one.changes.filter(change => change.field === field)
  return (
    <Row {...row} level={3} className="tm-field" onClick={onOpen}>
      <span role="gridcell" className="tm-box">
        <Tick
          ticks={[fieldTick(one, field)]}
          chosen={chosen}
          disabled={disabled}
          label={`Put ${changes[0]?.label ?? field} of ${titleOf(one)} back`}
          onChoose={onChoose}
        />
      </span>
      <span role="gridcell" className="tm-text">
        <ChangeLines changes={changes} />
      </span>
    </Row>
  )
}

/** How many things did not change; open, it lists them. */
export function UnchangedRow({
  count,
  open,
  onOpen,
  children,
  rowId,
  isCurrent,
  onFocus,
  onKeyDown,
}: Pick<RowProps, 'rowId' | 'isCurrent' | 'onFocus' | 'onKeyDown'> & {
  count: number
  open: boolean
  onOpen(): void
  children: ReactNode
}) {
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <Row
      {...{ rowId, isCurrent, onFocus, onKeyDown }}
      level={2}
      expanded={open}
      className="tm-unchanged"
      onClick={onOpen}
    >
      <span role="gridcell" className="tm-box">
        <Chevron className="lucide" aria-hidden />
      </span>
      <span role="gridcell" className="tm-text">
        <span>{formatNumber(count)} as before</span>
        {open && children}
      </span>
    </Row>
  )
}
