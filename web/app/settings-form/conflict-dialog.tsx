import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { Conflict } from '#contract'
import type { GuildCore } from '#kernel/contract.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Difference } from '../history/difference.tsx'
import { useAvatarUrl } from '../avatar-url.ts'
import { agoText } from '../dates.ts'
import { authorText, leadingAuthorText, valueText } from '../history/history-text.ts'
import { useAuth } from '../session.tsx'
import { MergedFields } from './merged-fields.tsx'
import { listDifference, mergeLists } from './list-merge.ts'
import type { ConflictForm } from './conflict-form.ts'
import { entryText, settingText } from './setting-text.ts'
import './conflict-dialog.css'

type Field = Conflict['fields'][number]
/** Further people are only counted. */
const mostPictures = 3

/** Returns a picture of a setting's value, by its posted key. */
export type PictureOf = (key: string, value: unknown) => ReactNode

type Side = 'yours' | 'theirs' | 'both'

const bothOf = ({ was, yours, theirs }: Field) => mergeLists(was, yours, theirs)

/** Everybody who changed one of the fields, without duplicates. */
const peopleOf = (fields: readonly Field[]): Field['by'][] => [
  ...new Map(fields.map(({ by }) => [by.userId ?? by.via, by])).values(),
]

/**
 * 'wren changed this 12 min ago', 'wren and 1 more changed this just now', 'You changed this elsewhere 2 min ago'
 */
function headline(fields: readonly Field[], ownId: string | undefined, now: number): string {
  const people = peopleOf(fields)
  const [first = 'Somebody', ...others] = people.map(by => (by.userId === ownId ? 'You' : leadingAuthorText(by)))
  const who = others.length === 0 ? first : `${first} and ${others.length} more`
  const where = people.some(by => by.userId === ownId) && others.length === 0 ? ' elsewhere' : ''
  return `${who} changed this${where} ${agoText(Math.max(...fields.map(({ at }) => at)), now)}`
}

/**
 * Resolves a conflict with an earlier save, which may be one's own in another tab: for each field theirs or yours, for
 * lists also both. Nothing is preselected, and closing it returns to editing.
 */
export function ConflictDialog({
  form,
  conflict,
  title,
  pictureOf,
}: {
  form: ConflictForm
  conflict: Conflict
  title: string
  /** A picture of a value, if it is better looked at than read. */
  pictureOf?: PictureOf | undefined
}) {
  const { fields } = conflict
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const [openedAt] = useState(Date.now)
  const open = fields.filter(({ key }) => !chosen[key])
  const choose = (side: Side, of: readonly Field[]) =>
    setChosen(before => ({ ...before, ...Object.fromEntries(of.map(({ key }) => [key, side])) }))
  const save = () => {
    const value = (field: Field) => ({ yours: field.yours, theirs: field.theirs, both: bothOf(field) })
    void form.settle(Object.fromEntries(fields.map(field => [field.key, value(field)[chosen[field.key] ?? 'theirs']])))
  }
  const people = peopleOf(fields)
  const [only] = people.length === 1 ? people : []
  const { user } = useAuth()
  const isOwn = only !== undefined && only.userId === user?.id
  const ownPicture = useAvatarUrl(user, 64)
  return (
    <Dialog
      open
      onOpenChange={form.closeConflict}
      busy={false}
      size="medium"
      title={headline(fields, user?.id, openedAt)}
      lead={
        <span className="conflict-people" aria-hidden="true">
          {people.slice(0, mostPictures).map(by => (
            <Avatar key={by.userId ?? by.via} src={by.avatarURL} size={32} />
          ))}
        </span>
      }
      description={`${title}, while you were editing. None of your changes are lost.`}
      footer={
        <>
          <p className="conflict-open" role="status">
            {open.length > 0 && `${open.length} ${open.length === 1 ? 'field' : 'fields'} still open`}
          </p>
          <Button variant="ghost" onClick={form.closeConflict}>
            Back to editing
          </Button>
          <Button variant="primary" why={open.length > 0 && 'Choose a value for every field first.'} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      {form.conflictAgain && (
        <Banner tone="info" title="Changed again while you were choosing.">
          What you chose for other fields is kept.
        </Banner>
      )}
      <div>
        <div className="conflict-row conflict-sides">
          <span />
          <span>
            <span>
              <Avatar src={ownPicture} size={20} /> Yours
            </span>
            <TextButton onClick={() => choose('yours', fields)}>Keep all mine</TextButton>
          </span>
          <span>
            <span>
              {only && <Avatar src={only.avatarURL} size={20} />}{' '}
              {isOwn ? 'Saved elsewhere' : only ? `${authorText(only)}’s` : 'Theirs'}
            </span>
            <TextButton onClick={() => choose('theirs', fields)}>
              {isOwn ? 'Use all saved' : 'Take all theirs'}
            </TextButton>
          </span>
        </div>
        {fields.map(field => (
          <Choice
            key={field.key}
            field={field}
            schema={form.schemaOf(field.key)}
            guild={form.guild}
            pictureOf={pictureOf}
            by={only ? undefined : field.by}
            ownId={user?.id}
            other={isOwn ? 'Use saved' : 'Take theirs'}
            chosen={chosen[field.key]}
            onChoose={side => choose(side, [field])}
          />
        ))}
      </div>
      <MergedFields form={form} fields={conflict.joined} />
    </Dialog>
  )
}

function Choice({
  field,
  schema,
  guild,
  pictureOf,
  by,
  ownId,
  other,
  chosen,
  onChoose,
}: {
  field: Field
  schema: z.ZodType
  guild: GuildCore | undefined
  pictureOf: PictureOf | undefined
  /** Whose value the other one is, if the column's heading does not say so. */
  by: Field['by'] | undefined
  ownId: string | undefined
  /** The label of the other value. */
  other: string
  chosen: Side | undefined
  onChoose: (side: Side) => void
}) {
  const both = bothOf(field)
  const text = (value: unknown) => settingText(value, schema, guild)
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
        {both && Array.isArray(value) && field.was !== undefined ? (
          <Difference of={listDifference(field.was, value, entry => entryText(entry, schema, guild))} />
        ) : (
          <>
            {pictureOf?.(field.key, value)}
            <b>{text(value)}</b>
            {field.was !== undefined && <small> was {valueText(text(field.was))}</small>}
          </>
        )}
      </span>
    </label>
  )
  return (
    <div className="conflict-row" role="radiogroup" aria-label={field.label}>
      <span className="conflict-label">
        {field.label}
        {by && (
          <small>
            <Avatar src={by.avatarURL} size={16} /> {by.userId === ownId ? 'you, elsewhere' : authorText(by)}
          </small>
        )}
        {both && <small>Can be combined</small>}
      </span>
      {option('yours', 'Keep mine', field.yours)}
      {option('theirs', other, field.theirs)}
      {both && option('both', 'Keep both', both)}
    </div>
  )
}
