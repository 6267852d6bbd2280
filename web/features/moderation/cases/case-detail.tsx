import { Pencil, Ban } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import moderation, { type CaseRow, longestReason } from '#features/moderation/contract.ts'
import { momentText } from '#web/app/dates.ts'
import { usePrefix } from '#web/app/own-access.ts'
import { SignedOut } from '#web/app/signed-out.tsx'
import { FailedAct, FailedCall } from '#web/app/failed-call.tsx'
import { nothingChanged, whileBusy } from '#web/ui/disabled-reason.tsx'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { TextArea } from '#web/ui/form/text-input.tsx'
import { sourceLabel, stateOf } from './case-state.ts'
import { useEditCase, useVoidCase } from './use-cases.ts'

/** Everything known about one case, and what can be done about it. */
export function CaseDetail({ guildId, entry }: { guildId: string; entry: CaseRow }) {
  const [editing, setEditing] = useState(false)
  const { target, moderator, channel, detail, reason, createdAt, expiresAt } = entry
  const state = stateOf(entry)
  return (
    <div className="case-detail">
      <dl>
        {target && <Fact name="Member" value={<Person {...target} />} />}
        <Fact name="Moderator" value={moderator ? <Person {...moderator} /> : 'Unknown'} />
        <Fact name="Source" value={sourceLabel(entry.source)} />
        <Fact name="When" value={<Moment at={createdAt} />} />
        {expiresAt !== null && <Fact name="Ends" value={<Moment at={expiresAt} />} />}
        {channel && <Fact name="Channel" value={`#${channel.name}`} />}
        {detail !== null && <Fact name="Done" value={detail} />}
        {state && <Fact name="State" value={state} />}
        {!editing && <Fact name="Reason" wide value={reason ?? <span className="muted">No reason given</span>} />}
      </dl>
      {editing ? (
        <ReasonEditor guildId={guildId} entry={entry} onClose={() => setEditing(false)} />
      ) : (
        <div className="case-actions">
          <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => setEditing(true)}>
            Edit reason
          </Button>
          {!entry.voided && <VoidButton guildId={guildId} entry={entry} />}
        </div>
      )}
      <Edits edits={entry.edits} />
    </div>
  )
}

function Fact({ name, value, wide = false }: { name: string; value: ReactNode; wide?: boolean }) {
  return (
    <div className={wide ? 'case-fact-wide' : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const Person = ({ id, name }: { id: string; name: string }) => (
  <>
    <MemberLink id={id}>{name}</MemberLink> <span className="code">{id}</span>
  </>
)

const Moment = ({ at }: { at: number }) => <time dateTime={new Date(at).toISOString()}>{momentText(at)}</time>

const { reason: reasonField } = moderation.endpoints.editCase.body.shape

function ReasonEditor({ guildId, entry, onClose }: { guildId: string; entry: CaseRow; onClose: () => void }) {
  const [text, setText] = useState(entry.reason ?? '')
  const edit = useEditCase(guildId, entry.number)
  const problem = reasonField.safeParse(text.trim()).error?.issues[0]?.message
  const save = () => {
    if (problem === undefined) edit.mutate(text.trim(), { onSuccess: onClose })
  }
  return (
    <div className="case-editor">
      <SignedOut unsaved={text.trim() !== (entry.reason ?? '')} />
      <FailedCall error={edit.error} />
      <TextArea
        label={`Reason of case ${entry.number}`}
        max={longestReason}
        value={text}
        onChange={setText}
        error={text === '' ? undefined : problem}
        disabled={edit.isPending}
      />
      <div className="case-actions">
        <Button size="sm" variant="ghost" why={whileBusy(edit.isPending)} onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="sm"
          why={problem ?? (text.trim() === entry.reason && nothingChanged)}
          busy={edit.isPending}
          busyLabel="Saving..."
          onClick={save}
        >
          Save reason
        </Button>
      </div>
    </div>
  )
}

/** How to end an act that is still in force although its case is void. */
const ending = (prefix: string): Partial<Record<CaseRow['kind'], string>> => ({
  ban: `The ban stands until it is lifted, with ${prefix}unban or in the server’s settings.`,
  timeout: `The timeout lasts until it expires or somebody ends it, with ${prefix}untimeout or in Discord.`,
  lock: `The channel stays locked until ${prefix}unlock opens it.`,
})

function VoidButton({ guildId, entry: { number, kind, active } }: { guildId: string; entry: CaseRow }) {
  const [asked, setAsked] = useState(false)
  const remove = useVoidCase(guildId, number)
  const prefix = usePrefix(guildId)
  return (
    <>
      <Button size="sm" variant="danger-quiet" icon={<Ban aria-hidden />} onClick={() => setAsked(true)}>
        Void case
      </Button>
      <FailedAct of={remove} />
      <ConfirmDialog
        open={asked}
        title={`Void case ${number}?`}
        action="Void case"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsked(false) })}
        onCancel={() => setAsked(false)}
      >
        The case stays in the list, marked as void, and no longer counts. What was done in Discord is not undone.{' '}
        {active && ending(prefix)[kind]}
      </ConfirmDialog>
    </>
  )
}

function Edits({ edits }: Pick<CaseRow, 'edits'>) {
  if (edits.length === 0) return null
  return (
    <div className="case-edits">
      <h3>Changes to the reason</h3>
      <ol>
        {edits.map((edit, place) => (
          <li key={place}>
            <b>{edit.by?.name ?? 'Somebody who was forgotten'}</b>, <Moment at={edit.at} />. Before:{' '}
            <del className="code">{edit.before ?? 'nothing'}</del>
          </li>
        ))}
      </ol>
    </div>
  )
}
