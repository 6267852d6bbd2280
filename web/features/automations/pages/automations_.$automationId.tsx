import { createFileRoute } from '@tanstack/react-router'
import automations from '#features/automations/contract.ts'
import { useMayManage } from '#web/app/sidebar/closed-entries.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { NotShared } from '#web/app/manage/not-shared.tsx'
import { usePageTitle } from '#web/app/page.tsx'
import { SignedOut } from '#web/app/signed-out.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AutomationEditor } from '../editor/automation-editor.tsx'
import { designOf } from '../editor/merging.ts'
import { emptyDesign } from '../editor/use-editor.ts'
import { useAutomations } from '../use-automations.ts'
import '../automations.css'
import '../editor/editor.css'
import '../editor/trial.css'

export const Route = createFileRoute('/manage/$guildId/automations_/$automationId')({
  component: AutomationPage,
  // Of one that is not saved yet: that it is new, or which one it begins as.
  validateSearch: ({ fresh, copy }: Record<string, unknown>): { fresh?: true; copy?: string } => ({
    ...(fresh === true && { fresh }),
    ...(typeof copy === 'string' && { copy }),
  }),
})

function AutomationPage() {
  const { guildId, automationId } = Route.useParams()
  const { fresh, copy } = Route.useSearch()
  // A new one stays what it is when it is saved.
  return (
    <Shown
      key={`${guildId}/${automationId}`}
      {...{ guildId, automationId, copy }}
      isNew={fresh === true || copy !== undefined}
    />
  )
}

function Shown({
  guildId,
  automationId,
  copy,
  isNew,
}: {
  guildId: string
  automationId: string
  copy: string | undefined
  isNew: boolean
}) {
  const query = useAutomations(guildId)
  const settings = useSettingsForm({
    guildId,
    form: automations.forms.automations,
    sentences: sentencesFor('automation settings'),
  })
  const readOnly = !useMayManage(guildId)(automations.name)
  usePageTitle('Automation')
  const all = query.data?.automations ?? []
  const stored = all.find(({ id }) => id === automationId)
  const source = all.find(({ id }) => id === copy)
  if (settings.notShared) return <NotShared />
  if ((query.isError && !query.data) || settings.failed)
    return (
      <>
        <h1 className="visually-hidden">Automation</h1>
        <Banner tone="danger" title="Failed to load the automation">
          <TextButton
            onClick={() => {
              void query.refetch()
              settings.reload()
            }}
          >
            Try again
          </TextButton>
        </Banner>
      </>
    )
  if (!query.data || !settings.ready)
    return (
      <div role="status">
        <h1 className="visually-hidden">Automation</h1>
        <span className="visually-hidden">Loading the automation...</span>
        <Skeleton className="settings-skeleton" />
      </div>
    )
  if (!isNew && !stored)
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
  const start = source ? { ...designOf(source), name: `Copy of ${source.name}`.slice(0, 60) } : emptyDesign
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
      />
    </>
  )
}
