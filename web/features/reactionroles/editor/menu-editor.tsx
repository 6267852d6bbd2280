import { Send, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import reactionroles from '#features/reactionroles/contract.ts'
import { type Menu, menusNoted } from '#features/reactionroles/menus/contract.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import type { ServerEmoji } from '#web/app/message/editor/context.ts'
import { EditorOutcome } from '#web/app/design-editor/editor-outcome.tsx'
import { History } from '#web/app/history/history.tsx'
import type { usePreview } from '#web/app/preview/use-preview.ts'
import { goToControl } from '#web/app/problems/go-to-control.ts'
import { useSaveKey } from '#web/app/save-key.ts'
import { ConflictDialog } from '#web/app/settings-form/conflict-dialog.tsx'
import { LeaveGuard } from '#web/app/settings-form/leave-guard.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LookupProvider } from '#web/ui/discord/lookup.ts'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { MenuPreview } from '../preview.tsx'
import { RepairReport } from '../repair-report.tsx'
import { MessageSection } from './message-section.tsx'
import { RolesSection } from './roles-section.tsx'
import { useMenuEditor } from './use-menu-editor.ts'
import { WhoSection } from './who-section.tsx'
import { WorksSection } from './works-section.tsx'

// Messages about embeds already name the embed.
const nouns = { choices: 'Role', content: 'Content', embeds: '' }
/** The field that determines the channel of an existing message. */
const link = { path: 'attached_id' }

const kindWords = { reactions: 'reactions', buttons: 'buttons', select: 'a select' } as const

/** A menu, beside a preview of what members see and the repair report. */
export function MenuEditor({
  guildId,
  guild,
  id,
  menu,
  emojis,
  preview,
  readOnly,
  onDirty,
  onDeleted,
  onSaved,
  onReload,
}: {
  guildId: string
  guild: GuildCore | undefined
  id: string
  /** Undefined for a new one. */
  menu: Menu | undefined
  emojis: readonly ServerEmoji[]
  preview: ReturnType<typeof usePreview>
  readOnly: boolean
  onDirty: (dirty: boolean) => void
  onDeleted: (name: string) => void
  onSaved: (saved: Menu) => void
  onReload: () => void
}) {
  const editing = useMenuEditor({ guildId, id, menu, readOnly, onSaved })
  const { design, stored, dirty } = editing
  const form = useRef<HTMLFormElement>(null)
  const [asking, setAsking] = useState<'delete' | 'kind'>()
  // Until a save is answered, nobody knows whether somebody else has deleted it.
  const isPending = dirty || editing.saving
  const [told, setTold] = useState(isPending)
  if (told !== isPending) {
    setTold(isPending)
    onDirty(isPending)
  }
  const isDeployed = stored !== undefined && stored.message_id !== null && !stored.message_missing
  const submit = () => {
    if (isDeployed && stored.kind !== design.kind) setAsking('kind')
    else editing.save(isDeployed)
  }
  useSaveKey(() => {
    if (dirty && asking === undefined && !editing.conflict) submit()
  })
  const withheld = new Set(
    (guild?.roles ?? [])
      .filter(role => !role.assignable && design.choices.some(one => one.role_id === role.id))
      .map(role => role.id),
  )
  const remove = () =>
    editing.remove.mutate(stored?.id ?? '', {
      onSuccess: () => onDeleted(design.name),
      onSettled: () => setAsking(undefined),
    })
  const posting = isDeployed ? 'Repost' : design.source === 'attached' ? 'Attach' : 'Post'
  const needsPosting = stored !== undefined && (!isDeployed || stored.outdated)
  return (
    <form
      ref={form}
      className="menu-editor"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="settings-outcome">
        <EditorOutcome
          editing={editing}
          form={form}
          nouns={nouns}
          onGo={path => (path === 'channel_id' && design.source === 'attached' ? link : undefined)}
        />
        <FailedAct of={editing.remove} otherwise="Failed to delete the menu" />
        {stored && !dirty && (
          <Problems
            menu={stored}
            onRepost={() => editing.save(true)}
            onGo={path => void goToControl(() => form.current, path)}
            busy={editing.busy}
            readOnly={readOnly}
          />
        )}
      </div>
      <LookupProvider value={preview.lookup}>
        <div className="settings-columns">
          <div className="settings-main">
            <MessageSection guildId={guildId} guild={guild} emojis={emojis} editing={editing} disabled={readOnly} />
            <WorksSection editing={editing} disabled={readOnly} />
            <RolesSection
              guildId={guildId}
              guild={guild}
              emojis={emojis}
              editing={editing}
              disabled={readOnly}
              onCheckAgain={onReload}
            />
            <WhoSection guildId={guildId} guild={guild} editing={editing} disabled={readOnly} />
            <div className="menu-acts">
              {stored && (
                <Button
                  variant="danger-quiet"
                  icon={<Trash2 aria-hidden />}
                  why={readOnly}
                  onClick={() => setAsking('delete')}
                >
                  Delete menu
                </Button>
              )}
              {!isDeployed && !dirty && stored && (
                <Button
                  icon={<Send aria-hidden />}
                  why={readOnly}
                  busy={editing.busy}
                  busyLabel="Posting..."
                  onClick={() => editing.save(true)}
                >
                  {posting}
                </Button>
              )}
              {isDeployed && !dirty && needsPosting && (
                <Button
                  icon={<Send aria-hidden />}
                  why={readOnly}
                  busy={editing.busy}
                  onClick={() => editing.save(true)}
                >
                  Update the message
                </Button>
              )}
            </div>
          </div>
          <div className="settings-aside">
            <MenuPreview guildId={guildId} design={design} guild={guild} preview={preview} withheld={withheld} />
            <RepairReport guildId={guildId} guild={guild} readOnly={readOnly} />
            {editing.stored && (
              <History guildId={guildId} feature={reactionroles.name} thing={`${menusNoted}/${editing.stored.id}`} />
            )}
          </div>
        </div>
      </LookupProvider>
      {!readOnly && (
        <SaveBar
          dirty={dirty}
          saving={editing.busy}
          where={design.name.trim() === '' ? 'the new menu' : design.name}
          label={isDeployed ? 'Save and update the message' : 'Save'}
          onReset={editing.reset}
        >
          {!isDeployed && (
            <Button
              icon={<Send aria-hidden />}
              busy={editing.busy}
              busyLabel="Posting..."
              onClick={() => editing.save(true)}
            >
              {`Save and ${posting.toLowerCase()}`}
            </Button>
          )}
        </SaveBar>
      )}
      <LeaveGuard dirty={dirty} />
      {editing.conflict && (
        <ConflictDialog form={{ ...editing, guild }} conflict={editing.conflict} title={design.name} />
      )}
      {asking === 'delete' && stored && (
        <ConfirmDialog
          open
          title={`Delete ${stored.name}?`}
          action="Delete menu"
          busy={editing.remove.isPending}
          onCancel={() => setAsking(undefined)}
          onConfirm={remove}
        >
          {stored.message_id !== null && stored.source === 'written'
            ? 'Its message is deleted in Discord. '
            : 'It is removed from its message, which stays. '}
          Members who have a role from it keep that role.
        </ConfirmDialog>
      )}
      {asking === 'kind' && stored && (
        <ConfirmDialog
          open
          danger={false}
          title="Change how members choose?"
          action="Save and update the message"
          onCancel={() => setAsking(undefined)}
          onConfirm={() => {
            setAsking(undefined)
            editing.save(true)
          }}
        >
          Members see {kindWords[design.kind]} in place of {kindWords[stored.kind]}
          {stored.kind === 'reactions' && ', and the reactions below the message are removed'}. Everybody keeps the
          roles that they have.
        </ConfirmDialog>
      )}
    </form>
  )
}

/** What prevents a menu from working, apart from problems shown in the rows of its roles. */
function Problems({
  menu,
  onRepost,
  onGo,
  busy,
  readOnly,
}: {
  menu: Menu
  onRepost: () => void
  onGo: (path: string) => void
  busy: boolean
  readOnly: boolean
}) {
  const shown = menu.problems.filter(({ field }) => field === 'message' || field === 'channel_id')
  return shown.map(({ field, sentence, offer }) => (
    <Banner key={sentence} tone="warning" title={sentence}>
      {offer === 'repost' && menu.channel_id !== null && (
        <Button size="sm" busy={busy} why={readOnly} onClick={onRepost}>
          Post it again
        </Button>
      )}
      {field === 'channel_id' && <TextButton onClick={() => onGo(field)}>Go to its channel</TextButton>}
    </Banner>
  ))
}
