import { Bot, Braces, ChevronDown, RotateCcw, SquareTerminal, Undo2, AppWindow } from 'lucide-react'
import { useState } from 'react'
import type { RevisionItem } from '#kernel/history/contract.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { MemberLink } from '../people/member-link.tsx'
import { Difference } from './difference.tsx'
import { clockText } from '../dates.ts'
import { actorText, actText, capitalized, onlyValueToShow, wayText } from './history-text.ts'
import { RestoreDialog } from './restore-dialog.tsx'

/** The source of the change. */
const ways: Record<string, { icon: typeof Bot; text: string }> = {
  dashboard: { icon: AppWindow, text: 'Dashboard' },
  api: { icon: Braces, text: 'API' },
  command: { icon: SquareTerminal, text: 'Command' },
  restore: { icon: RotateCcw, text: 'Restored an earlier state' },
}

const fieldsText = (count: number) => `${count} ${count === 1 ? 'field' : 'fields'}`

/** One settings change: who made it, what and how, and a button to restore it. */
export function HistoryEntry({
  guildId,
  revision,
  open,
}: {
  guildId: string
  revision: RevisionItem
  /** Whether its fields are shown from the start. */
  open: boolean
}) {
  const [shown, setShown] = useState(open)
  const [restoring, setRestoring] = useState(false)
  const { id, author, at, changes, restoredAt, mayNotRestore } = revision
  const { verb, object } = actText(revision)
  const way = ways[author.via] ?? { icon: Bot, text: capitalized(author.via) }
  const Icon = way.icon
  const title = `${actorText(author)} ${verb} ${object}`
  return (
    <li className="entry" data-taken-back={restoredAt !== null || undefined}>
      <div className="entry-head">
        {author.userId === null ? (
          <Bot className="entry-bot" aria-hidden />
        ) : (
          <Avatar src={author.avatarURL} size={28} />
        )}
        <div className="entry-words">
          <p>
            <b>
              <MemberLink id={author.userId}>{actorText(author)}</MemberLink>
            </b>{' '}
            {verb} <b>{object}</b>
          </p>
          <p className="entry-way">
            <Icon aria-hidden /> {wayText(way.text, author)} · {fieldsText(changes.length)}
            {mayNotRestore !== null && ` · ${mayNotRestore}`}
          </p>
        </div>
        <time dateTime={new Date(at).toISOString()}>{clockText(at)}</time>
        {restoredAt !== null && <Badge icon={<Undo2 aria-hidden />}>Undone {clockText(restoredAt)}</Badge>}
        <Button
          size="sm"
          icon={<RotateCcw aria-hidden />}
          why={mayNotRestore ?? undefined}
          aria-label={`Restore: ${title}`}
          onClick={() => setRestoring(true)}
        >
          Restore
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={shown}
          aria-label={`Fields: ${title}`}
          icon={<ChevronDown aria-hidden />}
          onClick={() => setShown(!shown)}
        />
      </div>
      {shown && (
        <dl className="entry-fields">
          {changes.map(({ key, label, difference }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                <Difference of={difference} only={onlyValueToShow(revision)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {restoring && <RestoreDialog guildId={guildId} id={id} onClose={() => setRestoring(false)} />}
    </li>
  )
}
