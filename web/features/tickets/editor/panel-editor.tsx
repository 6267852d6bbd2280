import { Send, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import tickets from '#features/tickets/contract.ts'
import { type Panel, panelsNoted } from '#features/tickets/panels/contract.ts'
import type { Problem } from '#kit/message/limits/contract.ts'
import { placeOf } from '#web/app/design-editor/editor-outcome.tsx'
import { History } from '#web/app/history/history.tsx'
import { goToControl } from '#web/app/problems/go-to-control.ts'
import { ProblemBanner } from '#web/app/problems/problem-banner.tsx'
import { ConflictDialog } from '#web/app/settings-form/conflict-dialog.tsx'
import { LeaveGuard } from '#web/app/settings-form/leave-guard.tsx'
import { useSaveKey } from '#web/app/save-key.ts'
import { useClearing } from '#web/app/use-clearing.ts'
import { Banner } from '#web/ui/banner.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { narrow, useMedia } from '#web/ui/use-media.ts'
import { isDeployed } from '../panels/panel-view.ts'
import { problemOf } from '../panels/use-panels.ts'
import { BasicFields } from './basic-fields.tsx'
import { Checks, useDeployChecks } from './checks.tsx'
import { EmbedEditor } from './embed-editor.tsx'
import { tabOf } from './field-tabs.ts'
import { HoursFields } from './hours-fields.tsx'
import { Previews } from './previews.tsx'
import { SaveMark, Standing } from './panel-lead.tsx'
import { TicketFields } from './ticket-fields.tsx'
import { type PanelEditing, usePanelEditor } from './use-panel-editor.ts'
import './panel-editor.css'

type Side = 'edit' | 'preview' | 'checks'

/** Creates or edits a panel: the form, beside a preview and the checks. */
export function PanelEditor({
  guildId,
  guild,
  panel,
  panels,
  readOnly,
  onClose,
  onDeleted,
}: {
  guildId: string
  guild: GuildCore | undefined
  /** Undefined for a new one. */
  panel: Panel | undefined
  panels: readonly Panel[]
  readOnly: boolean
  onClose: () => void
  onDeleted: () => void
}) {
  const editing = usePanelEditor({ guildId, panel, readOnly })
  const { design, change, stored, outcome } = editing
  useClearing(outcome?.stays ? undefined : outcome, editing.dismiss)
  const checked = useDeployChecks(guildId, design, stored?.id)
  const [asking, setAsking] = useState<'delete' | 'leave' | 'embed'>()
  const [deleteProblem, setDeleteProblem] = useState<string>()
  const isPhone = useMedia(narrow)
  const [side, setSide] = useState<Side>('edit')
  const [tab, setTab] = useState('panel')
  const fields = useRef<HTMLDivElement>(null)
  const found = Object.entries(editing.problems).flatMap(([path, sentence]): Problem[] => {
    const place = placeOf(path, { required_inputs: '' }, key => editing.drawingOf(key).label)
    return sentence === undefined ? [] : [{ path, place, sentence }]
  })
  const go = (path: string) => {
    const next = tabOf(path)
    if (next === 'embed') {
      setAsking('embed')
      return
    }
    setSide('edit')
    setTab(next)
    void goToControl(() => fields.current, path)
  }
  const troubles = checked.checks?.filter(({ level }) => level !== 'good').length ?? 0
  const joined = panels.filter(one => one.joined_to === stored?.id && stored !== undefined)
  const others = panels.filter(one => one.id !== stored?.id && one.joined_to === null)
  useSaveKey(() => {
    if (asking === undefined && !editing.conflict) editing.save()
  })
  const leave = async () => {
    if (await editing.finish()) onClose()
    else setAsking('leave')
  }
  const remove = () =>
    editing.remove.mutate(stored?.id ?? '', {
      onSuccess: onDeleted,
      onError: error => {
        setAsking(undefined)
        setDeleteProblem(problemOf(error, 'Failed to delete panel'))
      },
    })
  const form = (
    <div ref={fields} className="panel-form" hidden={isPhone && side !== 'edit'}>
      <Tabs
        label="What to edit"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'panel',
            label: 'Panel',
            content: <BasicFields editing={editing} guild={guild} disabled={readOnly} />,
          },
          {
            value: 'tickets',
            label: 'Tickets',
            content: <TicketFields editing={editing} guild={guild} disabled={readOnly} others={others} />,
          },
          { value: 'hours', label: 'Hours', content: <HoursFields editing={editing} disabled={readOnly} /> },
        ]}
      />
    </div>
  )
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={() => void leave()}
      busy={false}
      title={panel ? 'Edit panel' : 'New panel'}
      lead={
        <span className="panel-editor-lead">
          <Standing stored={stored} />
          <SaveMark editing={editing} />
        </span>
      }
      footer={
        <Foot
          editing={editing}
          readOnly={readOnly}
          blocked={checked.blocked}
          onDelete={() => setAsking('delete')}
          onEmbed={() => setAsking('embed')}
        />
      }
    >
      <div className="panel-editor">
        {outcome &&
          (outcome.tone === 'danger' && found.length > 0 ? (
            <ProblemBanner title={outcome.title} problems={found} onGo={go} onClose={editing.dismiss} />
          ) : (
            <Banner tone={outcome.tone} title={outcome.title} of={outcome} onClose={editing.dismiss}>
              {outcome.detail}
            </Banner>
          ))}
        {deleteProblem !== undefined && (
          <Banner tone="danger" title={deleteProblem} onClose={() => setDeleteProblem(undefined)} />
        )}
        {isPhone && (
          <Segmented
            label="What to show"
            name="panel-side"
            value={side}
            onChange={setSide}
            options={[
              { value: 'edit', label: 'Edit' },
              { value: 'preview', label: 'Preview' },
              { value: 'checks', label: troubles === 0 ? 'Checks' : `Checks (${troubles})` },
            ]}
          />
        )}
        <div className="panel-editor-columns">
          {form}
          <div className="panel-side">
            {(!isPhone || side === 'preview') && <Previews design={design} guild={guild} joined={joined} />}
            {(!isPhone || side === 'checks') && <Checks checked={checked} onTake={change} onGo={go} />}
            {stored?.message_missing && (
              <p className="field-help">Its message was deleted in Discord: deploying posts a new one.</p>
            )}
            {stored && isDeployed(stored) && (
              <p className="field-help">
                Deploying changes the message that is in{' '}
                {stored.channel_info ? `#${stored.channel_info.name}` : 'Discord'}.
              </p>
            )}
            {stored && (!isPhone || side === 'checks') && (
              <History guildId={guildId} feature={tickets.name} thing={`${panelsNoted}/${stored.id}`} />
            )}
          </div>
        </div>
      </div>
      <LeaveGuard dirty={editing.dirty} />
      {editing.conflict && (
        <ConflictDialog form={{ ...editing, guild }} conflict={editing.conflict} title={design.title} />
      )}
      {asking === 'embed' && (
        <EmbedEditor
          design={design}
          guild={guild}
          joined={joined}
          disabled={readOnly}
          onSave={patch => change(patch, 'embed')}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          open
          title={`Delete ${design.title}?`}
          action="Delete Panel"
          busy={editing.remove.isPending}
          onCancel={() => setAsking(undefined)}
          onConfirm={remove}
        >
          Its message is deleted in Discord; its tickets stay. This cannot be undone.
        </ConfirmDialog>
      )}
      {asking === 'leave' && (
        <ConfirmDialog
          open
          title="Leave without saving?"
          action="Leave"
          cancel="Keep editing"
          onCancel={() => setAsking(undefined)}
          onConfirm={onClose}
        >
          Your changes to this panel will be lost.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

function Foot({
  editing,
  readOnly,
  blocked,
  onDelete,
  onEmbed,
}: {
  editing: PanelEditing
  readOnly: boolean
  /** Why it cannot be deployed. */
  blocked: string | undefined
  onDelete: () => void
  onEmbed: () => void
}) {
  const isPhone = useMedia(narrow)
  const deploy = (
    <Button
      variant="primary"
      icon={<Send aria-hidden />}
      // The reason is also among the checks, where it can be read without a mouse.
      why={readOnly || (blocked ?? whileBusy(editing.saving))}
      onClick={() => void editing.deploy()}
      busy={editing.deploying}
      busyLabel="Deploying..."
    >
      {editing.stored?.message_id ? 'Redeploy' : 'Deploy'}
    </Button>
  )
  return (
    <div className="panel-foot">
      {editing.stored && isPhone && (
        <IconButton label="Delete Panel" icon={<Trash2 aria-hidden />} onClick={onDelete} why={readOnly} />
      )}
      {editing.stored && !isPhone && (
        <Button variant="danger-quiet" icon={<Trash2 aria-hidden />} onClick={onDelete} why={readOnly}>
          Delete Panel
        </Button>
      )}
      <Button variant="ghost" icon={<SlidersHorizontal aria-hidden />} onClick={onEmbed}>
        Open Advanced Embed Editor
      </Button>
      <span className="panel-foot-end">
        <Checkbox label="Auto-save" value={editing.autoSave} onChange={editing.setAutoSave} disabled={readOnly} />
        <Button onClick={editing.save} why={readOnly} busy={editing.saving} busyLabel="Saving...">
          Save
        </Button>
        {deploy}
      </span>
    </div>
  )
}
