import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import customcommands from '#features/customcommands/contract.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { NotShared } from '#web/app/manage/not-shared.tsx'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { useMayManage } from '#web/app/sidebar/closed-entries.ts'
import { usePageTitle } from '#web/app/page.tsx'
import { randomKey } from '#web/app/random-key.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CommandEditor } from '../editor/command-editor.tsx'
import { useCommands } from '../use-commands.ts'
import '../customcommands.css'

export const Route = createFileRoute('/manage/$guildId/customcommands_/$commandId')({ component: CommandPage })

function CommandPage() {
  const { guildId, commandId } = Route.useParams()
  const [fresh] = useState(randomKey)
  const isNew = commandId === 'new'
  const id = isNew ? fresh : commandId
  return <Shown key={`${guildId}/${id}`} guildId={guildId} id={id} isNew={isNew} />
}

function Shown({ guildId, id, isNew }: { guildId: string; id: string; isNew: boolean }) {
  const query = useCommands(guildId)
  const settings = useSettingsForm({
    guildId,
    form: customcommands.forms.customcommands,
    sentences: sentencesFor('custom command settings'),
  })
  const readOnly = !useMayManage(guildId)(customcommands.name)
  const navigate = useNavigate()
  const known = query.data?.commands.find(one => one.id === id)
  /** What was opened stays open, so that nothing typed is lost where somebody else deletes it. */
  const [isOpen, setOpen] = useState(isNew)
  if (known && !isOpen) setOpen(true)
  const name = known ? `${query.data?.prefix ?? ''}${known.name}` : isNew ? 'New command' : 'Command'
  usePageTitle(name)
  // Once it is saved it has an address of its own.
  const isSaved = isNew && known !== undefined
  useEffect(() => {
    if (isSaved)
      void navigate({
        to: '/manage/$guildId/customcommands/$commandId',
        params: { guildId, commandId: id },
        replace: true,
        ignoreBlocker: true,
      })
  }, [isSaved, navigate, guildId, id])
  const back = (
    <LinkButton variant="primary" to="/manage/$guildId/customcommands" params={{ guildId }}>
      All commands
    </LinkButton>
  )
  const { data } = query
  if (settings.notShared) return <NotShared />
  if ((query.isError && !data) || settings.failed)
    return (
      <>
        <h1 className="visually-hidden">Custom command</h1>
        <Banner tone="danger" title="Failed to load the command">
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
  if (!data || !settings.ready)
    return (
      <div role="status">
        <h1 className="visually-hidden">Custom command</h1>
        <span className="visually-hidden">Loading command...</span>
        <Skeleton className="settings-skeleton" />
      </div>
    )
  if (!isOpen)
    return (
      <Empty level={1} title="There is no such command" action={back}>
        It was deleted, or the link is wrong.
      </Empty>
    )
  return (
    <div className="custom-commands">
      <div>
        <nav className="command-trail" aria-label="Breadcrumb">
          <Link to="/manage/$guildId/customcommands" params={{ guildId }} activeOptions={{ exact: true }}>
            Custom Commands
          </Link>
          <ChevronRight aria-hidden />
          <span aria-current="page">{name}</span>
        </nav>
        <CommandEditor
          guildId={guildId}
          guild={settings.guild}
          id={id}
          command={known}
          prefix={data.prefix}
          emojis={data.emojis}
          readOnly={readOnly}
          isOff={!settings.values.enabled}
          title={name}
          onDeleted={() =>
            void navigate({ to: '/manage/$guildId/customcommands', params: { guildId }, ignoreBlocker: true })
          }
        />
      </div>
    </div>
  )
}
