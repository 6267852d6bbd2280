import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import customcommands from '#features/customcommands/contract.ts'
import { filledAnswer } from '#features/customcommands/answering/template.ts'
import { commandsNoted, type CustomCommand } from '#features/customcommands/design/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import { EditorOutcome } from '#web/app/design-editor/editor-outcome.tsx'
import { History } from '#web/app/history/history.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import type { ServerEmoji } from '#web/app/message/editor/context.ts'
import { DraftPreview } from '#web/app/message/side/draft-preview.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { goToControl } from '#web/app/problems/go-to-control.ts'
import { useSaveKey } from '#web/app/save-key.ts'
import { ConflictDialog } from '#web/app/settings-form/conflict-dialog.tsx'
import { LeaveGuard } from '#web/app/settings-form/leave-guard.tsx'
import { SignedOut } from '#web/app/signed-out.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { AnswersSection } from './answers-section.tsx'
import { CallSection } from './call-section.tsx'
import { placeholderGroups, sampleCall } from './sample-call.ts'
import { useCommandEditor } from './use-command-editor.ts'
import { EffectsSection, WhoSection } from './who-section.tsx'
import './editor.css'

// Messages about answers already name the answer.
const nouns = { arguments: 'Word', answers: '' }

/** A command, beside a preview of what members see. */
export function CommandEditor({
  guildId,
  guild,
  id,
  command,
  prefix,
  emojis,
  readOnly,
  isOff,
  title,
  onDeleted,
  onSaved,
}: {
  guildId: string
  guild: GuildCore | undefined
  id: string
  /** Undefined for a new one. */
  command: CustomCommand | undefined
  prefix: string
  emojis: readonly ServerEmoji[]
  readOnly: boolean
  /** Whether the whole module is off. */
  isOff: boolean
  title: string
  onDeleted: () => void
  onSaved: (saved: CustomCommand) => void
}) {
  const preview = usePreview(guild)
  const editing = useCommandEditor({
    guildId,
    id,
    command,
    readOnly,
    onSaved,
    factsOf: design => sampleCall(preview, guild, prefix, design),
  })
  const { design, stored, dirty } = editing
  const form = useRef<HTMLFormElement>(null)
  const [asking, setAsking] = useState(false)
  const [shown, setShown] = useState(0)
  useSaveKey(() => {
    if (dirty && !asking && !editing.conflict) editing.save()
  })
  const at = Math.min(shown, design.answers.length - 1)
  const facts = sampleCall(preview, guild, prefix, design)
  const filled = filledAnswer(design.answers[at] ?? emptyMessage, facts)
  const showAnswer = (path: string) => {
    const [, answer, part = 'content'] = /^answers\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
    if (answer === undefined) return undefined
    setShown(Number(answer))
    return { within: '.builder-form', path: part }
  }
  const remove = () =>
    editing.remove.mutate(stored?.id ?? '', { onSuccess: onDeleted, onSettled: () => setAsking(false) })
  return (
    <form
      ref={form}
      className="command-editor"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        editing.save()
      }}
    >
      <PageHead title={title} documentTitle={title}>
        {stored?.near
          ? `Easily typed instead of ${prefix}${stored.near}, which then does not run.`
          : 'What members type, and what they get.'}
      </PageHead>
      <SignedOut unsaved={dirty} />
      {readOnly && (
        <Banner tone="info" title="Read-only access.">
          You can look at this command, not change it.
        </Banner>
      )}
      {isOff && (
        <Banner tone="warning" title="Custom Commands is switched off.">
          This one answers once it is on again.
        </Banner>
      )}
      <div className="settings-outcome">
        <EditorOutcome editing={editing} form={form} nouns={nouns} onGo={showAnswer} />
        {editing.removeFailed !== undefined && <Banner tone="danger" title={editing.removeFailed} />}
        {!dirty &&
          stored?.problems
            .filter(({ field }) => field === 'name' || field === 'pings')
            .map(({ field, sentence }) => (
              <Banner key={sentence} tone="warning" title={sentence}>
                <TextButton onClick={() => void goToControl(() => form.current, field)}>Go to it</TextButton>
              </Banner>
            ))}
      </div>
      <div className="settings-columns">
        <div className="settings-main">
          <CallSection editing={editing} facts={facts} prefix={prefix} disabled={readOnly} />
          <AnswersSection
            guild={guild}
            editing={editing}
            facts={facts}
            emojis={emojis}
            placeholders={placeholderGroups(facts)}
            at={at}
            onShow={setShown}
            disabled={readOnly}
          />
          <EffectsSection guildId={guildId} guild={guild} editing={editing} disabled={readOnly} />
          <WhoSection guildId={guildId} guild={guild} editing={editing} disabled={readOnly} />
          {stored && (
            <div className="command-acts">
              <Button
                variant="danger-quiet"
                icon={<Trash2 aria-hidden />}
                why={readOnly}
                onClick={() => setAsking(true)}
              >
                Delete command
              </Button>
            </div>
          )}
        </div>
        <div className="settings-aside">
          <DraftPreview
            guildId={guildId}
            filled={filled}
            preview={preview}
            place={design.sends === 'dm' ? 'a direct message' : facts.channel.name}
            note={
              design.pings
                ? 'Pings the person who uses it, and everyone the text names.'
                : 'Pings only the person who uses it, if the text names them.'
            }
          />
          {stored && (
            <History guildId={guildId} feature={customcommands.name} thing={`${commandsNoted}/${stored.id}`} />
          )}
        </div>
      </div>
      {!readOnly && (
        <SaveBar
          dirty={dirty}
          saving={editing.saving}
          where={design.name.trim() === '' ? 'the new command' : `${prefix}${design.name}`}
          onReset={editing.reset}
        />
      )}
      <LeaveGuard dirty={dirty} />
      {editing.conflict && (
        <ConflictDialog form={{ ...editing, guild }} conflict={editing.conflict} title={`${prefix}${design.name}`} />
      )}
      {asking && stored && (
        <ConfirmDialog
          open
          title={`Delete ${prefix}${stored.name}?`}
          action="Delete command"
          busy={editing.remove.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={remove}
        >
          It will no longer answer anyone. The history can restore it, but not the count of its uses.
        </ConfirmDialog>
      )}
    </form>
  )
}
