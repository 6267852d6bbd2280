import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import contract from '#features/automations/contract.ts'
import { useMayManage } from '#web/app/own-access.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { longestName } from '#features/automations/design/contract.ts'
import { useEditorKey } from '#web/app/design-editor/use-editor-key.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { NotReady } from '#web/app/manage/not-ready.tsx'
import { usePageTitle } from '#web/app/page.tsx'
import { SignedOut } from '#web/app/signed-out.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { AutomationEditor } from '../editor/automation-editor.tsx'
import { automations } from '../editor/merging.ts'
import { emptyDesign } from '../editor/use-editor.ts'
import { useAutomations } from '../use-automations.ts'
import '../automations.css'
import '../editor/editor.css'
import '../editor/conditions.css'
import '../editor/actions.css'
import '../editor/fields.css'
import '../editor/trial.css'

export const Route = createFileRoute('/manage/$guildId/automations_/$automationId')({
  component: AutomationPage,
  // For one that is not saved yet: that it is new, or what it is a copy of.
  validateSearch: ({ fresh, copy }: Record<string, unknown>): { fresh?: true; copy?: string } => ({
    ...(fresh === true && { fresh }),
    ...(typeof copy === 'string' && { copy }),
  }),
})

function AutomationPage() {
  const { guildId, automationId } = Route.useParams()
  const { fresh, copy } = Route.useSearch()
  const { key, follow } = useEditorKey(automationId)
  // A new one keeps its React key when it is saved.
  return (
    <Shown
      key={`${guildId}/${key}`}
      {...{ guildId, automationId, copy }}
      isNew={fresh === true || copy !== undefined}
      onRenamed={follow}
    />
  )
}

function Shown({
  guildId,
  automationId,
  copy,
  isNew,
  onRenamed,
}: {
  guildId: string
  automationId: string
  copy: string | undefined
  isNew: boolean
  /** It was stored under another id. */
  onRenamed: (id: string) => void
}) {
  const query = useAutomations(guildId)
  const settings = useSettingsForm({
    guildId,
    form: contract.forms.automations,
    sentences: sentencesFor('automation settings'),
  })
  const readOnly = !useMayManage(guildId)(contract.name)
  usePageTitle('Automation')
  const all = query.data?.automations ?? []
  const stored = all.find(({ id }) => id === automationId)
  /** What was opened stays open, so that nothing typed is lost if somebody else deletes it. */
  const [isOpen, setOpen] = useState(isNew)
  if (stored && !isOpen) setOpen(true)
  const navigate = useNavigate()
  const source = all.find(({ id }) => id === copy)
  if (!query.data || !settings.ready)
    return <NotReady {...{ query, settings }} what="the automation" title="Automation" />
  if (!isOpen)
    return (
      <Empty
        level={1}
        title="There is no such automation"
        action={
          <LinkButton variant="primary" to="/manage/$guildId/automations" params={{ guildId }}>
            Automations
          </LinkButton>
        }
      >
        It was deleted, or it names a channel that you cannot see.
      </Empty>
    )
  const start = source
    ? { ...automations.designOf(source), name: `Copy of ${source.name}`.slice(0, longestName) }
    : emptyDesign
  return (
    <>
      <SignedOut unsaved={settings.dirty} />
      <AutomationEditor
        guildId={guildId}
        guild={settings.guild}
        id={automationId}
        automation={stored}
        start={start}
        all={all}
        rights={query.data}
        readOnly={readOnly}
        onSaved={({ id }) => {
          if (id === automationId && !isNew) return
          onRenamed(id)
          void navigate({
            to: '/manage/$guildId/automations/$automationId',
            params: { guildId, automationId: id },
            search: {},
            replace: true,
            ignoreBlocker: true,
          })
        }}
      />
    </>
  )
}
