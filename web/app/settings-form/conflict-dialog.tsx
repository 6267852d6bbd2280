import { useState } from 'react'
import type { Conflict, FieldMeta } from '#contract'
import type { GuildCore } from '#kernel/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Difference } from '../history/difference.tsx'
import { authorText, timeText, valueText } from '../history/history-text.ts'
import { listDifference, mergeLists } from './list-merge.ts'
import type { SettingsForm } from './use-settings-form.ts'
import { entryText, settingText } from './setting-text.ts'
import './conflict-dialog.css'

type Field = Conflict['fields'][number]
type Side = 'yours' | 'theirs' | 'both'

const joined = ({ was, yours, theirs }: Field) => mergeLists(was, yours, theirs)

/** 'wren changed this 12 min ago', 'wren and 1 more changed this just now' */
function headline(fields: readonly Field[], now: number): string {
  const people = [...new Set(fields.map(({ by }) => authorText(by)))]
  const [first = 'Somebody', ...others] = people
  const who = others.length === 0 ? first : `${first} and ${others.length} more`
  const when = timeText(Math.max(...fields.map(({ at }) => at)), now)
  const ago = /^\d/.test(when) && /(?:min|h)$/.test(when) ? `${when} ago` : when === 'now' ? 'just now' : when
  return `${who} changed this ${ago}`
}

/**
 * What somebody else has changed of what was to be saved: for each field theirs or yours, for lists also both. Nothing
 * is chosen beforehand, and closing it goes back to editing.
 */
export function ConflictDialog({ form, conflict, title }: { form: SettingsForm; conflict: Conflict; title: string }) {
  const { fields } = conflict
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const [openedAt] = useState(Date.now)
  const open = fields.filter(({ key }) => !chosen[key])
  const choose = (side: Side, of: readonly Field[]) =>
    setChosen(before => ({ ...before, ...Object.fromEntries(of.map(({ key }) => [key, side])) }))
  const save = () => {
    const value = (field: Field) => ({ yours: field.yours, theirs: field.theirs, both: joined(field) })
    void form.settle(Object.fromEntries(fields.map(field => [field.key, value(field)[chosen[field.key] ?? 'theirs']])))
  }
  const [first] = fields
  const single = first && new Set(fields.map(({ by }) => by.userId)).size === 1
  return (
    <Dialog
      open
      onOpenChange={next => {
        if (!next) form.putOff()
      }}
      size="medium"
      title={headline(fields, openedAt)}
      description={`${title}, while you were editing. Nothing of yours is lost.`}
      footer={
        <>
          <p className="conflict-open" role="status">
            {open.length > 0 && `${open.length} ${open.length === 1 ? 'field' : 'fields'} still open`}
          </p>
          <Button variant="ghost" onClick={form.putOff}>
            Back to editing
          </Button>
          <Button variant="primary" disabled={open.length > 0} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div>
        <div className="conflict-row conflict-sides">
          <span />
          <span>
            Yours
            <TextButton onClick={() => choose('yours', fields)}>Keep all mine</TextButton>
          </span>
          <span>
            {single ? `${authorText(first.by)}’s` : 'Theirs'}
            <TextButton onClick={() => choose('theirs', fields)}>Take all theirs</TextButton>
          </span>
        </div>
        {fields.map(field => (
          <Choice
            key={field.key}
            field={field}
            meta={form.drawingOf(field.key)}
            guild={form.guild}
            chosen={chosen[field.key]}
            onChoose={side => choose(side, [field])}
          />
        ))}
      </div>
    </Dialog>
  )
}

function Choice({
  field,
  meta,
  guild,
  chosen,
  onChoose,
}: {
  field: Field
  meta: FieldMeta
  guild: GuildCore | undefined
  chosen: Side | undefined
  onChoose: (side: Side) => void
}) {
  const both = joined(field)
  const text = (value: unknown) => settingText(value, meta, guild)
  const option = (side: Side, label: string, value: unknown) => (
    <label className={`conflict-option conflict-${side}`}>
      <input
        type="radio"
        className="radio"
        name={`conflict-${field.key}`}
        checked={chosen === side}
        onChange={() => onChoose(side)}
      />
      <span>
        <span className="visually-hidden">{label}: </span>
        {both && Array.isArray(value) ? (
          <Difference of={listDifference(field.was, value, entry => entryText(entry, meta, guild))} />
        ) : (
          <>
            <b>{text(value)}</b> <small>was {valueText(text(field.was))}</small>
          </>
        )}
      </span>
    </label>
  )
  return (
    <div className="conflict-row" role="radiogroup" aria-label={field.label}>
      <span className="conflict-label">
        {field.label}
        {both && <small>Can be joined</small>}
      </span>
      {option('yours', 'Keep mine', field.yours)}
      {option('theirs', 'Take theirs', field.theirs)}
      {both && option('both', 'Keep both', both)}
    </div>
  )
}
