import { useState } from 'react'
import { manualBatchPrefix, type XpChange } from '#features/leveling/xp-changes/contract.ts'
import { When } from '#web/app/history/relative-time.tsx'
import { loadMore } from '#web/app/list/reload.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { RoleResultList } from './role-result.tsx'
import { levelText } from './leveling-text.ts'
import { useChanges, type useXpChanges } from './use-leaderboard.ts'

const words: Record<XpChange['kind'], string> = {
  give: 'XP given',
  take: 'XP taken',
  set: 'XP set',
  reset: 'Reset',
  import: 'Imported',
  undo: 'Undone',
}

const isAlone = ({ batch }: XpChange) => batch?.startsWith(`${manualBatchPrefix}-`) === true

function undoText(change: XpChange): string {
  if (isAlone(change)) return 'Undo this change'
  return change.kind === 'import' ? 'Undo this import' : 'Undo this reset'
}

/** All changes of XP made by hand: who made them and when. Changes made together are undone together. */
export function ChangesSection({
  guildId,
  undo,
  readOnly,
}: {
  guildId: string
  undo: ReturnType<typeof useXpChanges>['undo']
  readOnly: boolean
}) {
  const changes = useChanges(guildId)
  const [asked, setAsked] = useState<XpChange>()
  const rows = changes.data?.pages.flatMap(page => page.changes) ?? []
  return (
    <Section title="Changes by hand" purpose="XP that was given, taken or imported, and by whom" flush>
      {changes.isError && <Banner tone="danger" title="The changes could not be loaded." />}
      <FailedAct of={undo} />
      <ul className="xp-changes">
        {rows.length === 0 && changes.isSuccess && <li className="muted">Nothing has been changed by hand yet.</li>}
        {rows.map(row => (
          <li key={row.id}>
            <div>
              <b>
                <MemberLink id={row.user.id}>{row.user.name ?? row.user.id}</MemberLink>
              </b>
              : {levelText(row.before)} → {levelText(row.after)}
              <p>
                {words[row.kind]} by{' '}
                <MemberLink id={row.by.userId}>{row.by.name ?? 'somebody who was forgotten'}</MemberLink>,{' '}
                <When within at={row.at} now={changes.dataUpdatedAt} />
                {row.undone && ', undone since'}
              </p>
            </div>
            {row.batch !== null && row.kind !== 'undo' && !row.undone && (
              <Button size="sm" why={readOnly} onClick={() => setAsked(row)}>
                {undoText(row)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {changes.hasNextPage && (
        <div className="board-foot">
          <Button size="sm" variant="ghost" busy={changes.isFetchingNextPage} onClick={() => void loadMore(changes)}>
            Show older changes
          </Button>
        </div>
      )}
      {undo.isSuccess && <RoleResultList guildId={guildId} batch={undo.variables} />}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked && isAlone(asked) ? 'Undo this change?' : 'Undo all changes made together?'}
        action="Undo"
        danger={false}
        busy={undo.isPending}
        onConfirm={() => asked?.batch && undo.mutate(asked.batch, { onSettled: () => setAsked(undefined) })}
        onCancel={() => setAsked(undefined)}
      >
        {asked && isAlone(asked)
          ? `${asked.user.name ?? asked.user.id} gets back what it took or loses what it gave, roles too.`
          : 'Every member of that change gets back what it took or loses what it gave, roles too.'}{' '}
        What they earned since stays, and so does every role that somebody has given or taken since.
      </ConfirmDialog>
    </Section>
  )
}
