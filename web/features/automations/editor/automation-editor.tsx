import { useNavigate } from '@tanstack/react-router'
import { Copy, Power, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import automations from '#features/automations/contract.ts'
import {
  type Automation,
  automationsNoted,
  type Design,
  longestName,
  most,
} from '#features/automations/design/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import { EditorOutcome } from '#web/app/design-editor/editor-outcome.tsx'
import { History } from '#web/app/history/history.tsx'
import { mentionsNamed } from '#web/app/guild-names.ts'
import { Crumbs } from '#web/app/manage/crumbs.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { randomKey } from '#web/app/random-key.ts'
import { useSaveKey } from '#web/app/save-key.ts'
import { momentText } from '#web/app/dates.ts'
import { ConflictDialog } from '#web/app/settings-form/conflict-dialog.tsx'
import { LeaveGuard } from '#web/app/settings-form/leave-guard.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { stateOf } from '../words.ts'
import { BoundsCard } from './bounds-card.tsx'
import { IfStep } from './if-step.tsx'
import { ThenStep } from './then-step.tsx'
import { TryCard } from './try-card.tsx'
import { useEditor } from './use-editor.ts'
import { WhenStep } from './when-step.tsx'

const nouns = { conditions: 'Condition', actions: 'Action' }

const saveFirst = 'Save or reset your changes first.'

const purposes = {
  fresh: 'Nobody sees it, and it does nothing until it is saved and switched on.',
  off: 'Changes are kept here and do nothing until it is switched on.',
  on: 'It is running. Changes take effect as soon as they are saved.',
} as const

/** An automation as a line of when, if and then, beside what it would have done. */
export function AutomationEditor({
  guildId,
  guild,
  id,
  automation,
  start,
  all,
  rights,
  readOnly,
  onSaved,
}: {
  guildId: string
  guild: GuildCore | undefined
  id: string
  /** Undefined for a new one. */
  automation: Automation | undefined
  start: Design
  all: readonly Automation[]
  rights: { bot: readonly string[]; you: readonly string[] }
  readOnly: boolean
  onSaved: (saved: Automation) => void
}) {
  const editing = useEditor({ guildId, id, automation, start, readOnly, onSaved })
  const { design, stored, dirty } = editing
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [leaving, setLeaving] = useState(false)
  useSaveKey(() => {
    if (dirty && !asking && !editing.conflict) editing.save()
  })
  const state = stored ? stateOf(stored) : { label: 'Not saved', tone: 'neutral' as const }
  const isOn = stored?.on === true && stored.paused === null
  const name = design.name.trim() === '' ? 'New automation' : design.name
  const isFull = all.length >= most.automations
  const remove = () =>
    editing.remove.mutate(stored?.id ?? '', {
      onSuccess: () => {
        setLeaving(true)
        void navigate({ to: '/manage/$guildId/automations', params: { guildId }, ignoreBlocker: true })
      },
      onSettled: () => setAsking(false),
    })
  return (
    <form
      ref={form}
      className="automation-editor"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        editing.save()
      }}
    >
      <Crumbs
        above={[{ label: 'Automations', link: { to: '/manage/$guildId/automations', params: { guildId } } }]}
        here={name}
      />
      <PageHead
        title={name}
        badge={<Badge tone={state.tone}>{state.label}</Badge>}
        actions={
          stored && (
            <>
              <Button
                variant="ghost"
                icon={<Copy aria-hidden />}
                why={readOnly || (isFull && `A server has at most ${most.automations} automations.`)}
                onClick={() =>
                  void navigate({
                    to: '/manage/$guildId/automations/$automationId',
                    params: { guildId, automationId: randomKey() },
                    search: { copy: stored.id },
                  })
                }
              >
                Copy
              </Button>
              <Button
                icon={<Power aria-hidden />}
                why={readOnly || (dirty && saveFirst)}
                busy={editing.turning}
                onClick={() => void editing.turn(!isOn)}
              >
                {isOn ? 'Switch off' : stored.paused ? 'Switch on again' : 'Switch on'}
              </Button>
            </>
          )
        }
      >
        {stored ? (isOn ? purposes.on : purposes.off) : purposes.fresh}
      </PageHead>
      <div className="settings-outcome">
        <EditorOutcome editing={editing} form={form} nouns={nouns} />
        <FailedAct of={editing.remove} otherwise="Failed to delete the automation" />
      </div>
      {stored?.paused && (
        <Banner tone="danger" title={`Paused on ${momentText(stored.paused.at)}`}>
          {mentionsNamed(guild, stored.paused.problem)} Nothing starts it until you switch it on again.{' '}
          <Button
            size="sm"
            why={readOnly || (dirty && saveFirst)}
            busy={editing.turning}
            onClick={() => void editing.turn(true)}
          >
            Switch on again
          </Button>
        </Banner>
      )}
      <div className="settings-columns">
        <div className="settings-main">
          <div className="automation-name">
            <TextInput
              label="Name"
              name="name"
              value={design.name}
              onChange={next => editing.change({ name: next })}
              max={longestName}
              counter
              placeholder="Move sale offers"
              error={editing.problems['name']}
              disabled={readOnly}
            />
          </div>
          <ol className="automation-flow">
            <WhenStep {...{ guildId, guild, editing }} disabled={readOnly} />
            <IfStep {...{ guildId, guild, editing }} disabled={readOnly} />
            <ThenStep {...{ guildId, guild, editing, rights }} disabled={readOnly} />
          </ol>
          {stored && (
            <div className="automation-acts">
              <Button
                variant="danger-quiet"
                icon={<Trash2 aria-hidden />}
                why={readOnly}
                onClick={() => setAsking(true)}
              >
                Delete automation
              </Button>
            </div>
          )}
        </div>
        <div className="settings-aside">
          <TryCard {...{ guildId, guild, editing }} disabled={readOnly} />
          <BoundsCard editing={editing} disabled={readOnly} />
          {editing.stored && (
            <History guildId={guildId} feature={automations.name} thing={`${automationsNoted}/${editing.stored.id}`} />
          )}
        </div>
      </div>
      {!readOnly && <SaveBar dirty={dirty} saving={editing.saving} where={name} onReset={editing.reset} />}
      <LeaveGuard dirty={dirty && !leaving} />
      {editing.conflict && (
        <ConflictDialog form={{ ...editing, guild }} conflict={editing.conflict} title={design.name} />
      )}
      {asking && stored && (
        <ConfirmDialog
          open
          title={`Delete ${stored.name}?`}
          action="Delete automation"
          busy={editing.remove.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={remove}
        >
          Nothing starts it any more, and what it has begun is not finished.
        </ConfirmDialog>
      )}
    </form>
  )
}
