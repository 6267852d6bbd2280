import { ChevronDown, Layers, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { RevisionItem } from '#kernel/history/contract.ts'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { clockText } from '../dates.ts'
import { FailedAct } from '../failed-call.tsx'
import { changesText, useUndo } from '../many-changes/use-changes.ts'
import { HistoryEntry } from './entry.tsx'
import { actorText, manyText } from './history-text.ts'

/** A setup, an import or a copy: Undo all reverts every change, which can be listed below it. */
export function GroupedEntry({
  guildId,
  many,
  revisions,
}: {
  guildId: string
  many: NonNullable<RevisionItem['many']>
  revisions: readonly RevisionItem[]
}) {
  const [shown, setShown] = useState(false)
  const undo = useUndo(guildId)
  const [first] = revisions
  if (!first) return null
  const { author, at } = first
  const title = `${actorText(author)} ${manyText(many)}`
  return (
    <li className="entry" data-taken-back={many.undone || undefined}>
      <div className="entry-head">
        <Avatar src={author.avatarURL} size={28} />
        <div className="entry-words">
          <p>
            <b>
              <MemberLink id={author.userId}>{actorText(author)}</MemberLink>
            </b>{' '}
            {manyText(many)}
          </p>
          <p className="entry-way">
            <Layers aria-hidden /> {changesText(many.changes)} at once
          </p>
        </div>
        <time dateTime={new Date(at).toISOString()}>{clockText(at)}</time>
        {many.undone ? (
          <Badge icon={<Undo2 aria-hidden />}>Undone</Badge>
        ) : (
          <Button
            size="sm"
            icon={<Undo2 aria-hidden />}
            busy={undo.isPending}
            aria-label={`Undo all: ${title}`}
            onClick={() => undo.mutate(many.id)}
          >
            Undo all
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={shown}
          aria-label={`Changes: ${title}`}
          icon={<ChevronDown aria-hidden />}
          onClick={() => setShown(!shown)}
        />
      </div>
      <FailedAct of={undo} />
      {shown && (
        <ol className="entry-those">
          {revisions.map(revision => (
            <HistoryEntry key={revision.id} guildId={guildId} revision={revision} open={false} />
          ))}
        </ol>
      )}
    </li>
  )
}
