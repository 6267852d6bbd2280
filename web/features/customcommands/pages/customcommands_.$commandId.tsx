import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import customcommands from '#features/customcommands/contract.ts'
import { useEditorKey } from '#web/app/design-editor/use-editor-key.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { Crumbs } from '#web/app/manage/crumbs.tsx'
import { NotReady } from '#web/app/manage/not-ready.tsx'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { useMayManage } from '#web/app/own-access.ts'
import { usePageTitle } from '#web/app/page.tsx'
import { randomKey } from '#web/app/random-key.ts'
import { Empty } from '#web/ui/empty.tsx'
import { CommandEditor } from '../editor/command-editor.tsx'
import { useCommands } from '../use-commands.ts'
import '../customcommands.css'

export const Route = createFileRoute('/manage/$guildId/customcommands_/$commandId')({ component: CommandPage })

function CommandPage() {
  const { guildId, commandId } = Route.useParams()
  const [fresh] = useState(randomKey)
  const isNew = commandId === 'new'
  const id = isNew ? fresh : commandId
  const { key, follow } = useEditorKey(id)
  return <Shown key={`${guildId}/${key}`} guildId={guildId} id={id} isNew={isNew} onRenamed={follow} />
}

function Shown({
  guildId,
  id,
  isNew,
  onRenamed,
}: {
  guildId: string
  id: string
  isNew: boolean
  /** It was stored under another id. */
  onRenamed: (id: string) => void
}) {
  const query = useCommands(guildId)
  const settings = useSettingsForm({
    guildId,
    form: customcommands.forms.customcommands,
    sentences: sentencesFor('custom command settings'),
  })
  const readOnly = !useMayManage(guildId)(customcommands.name)
  const navigate = useNavigate()
  const known = query.data?.commands.find(one => one.id === id)
  /** What was opened stays open, so that nothing typed is lost if somebody else deletes it. */
  const [isOpen, setOpen] = useState(isNew)
  if (known && !isOpen) setOpen(true)
  const name = known ? `${query.data?.prefix ?? ''}${known.name}` : isNew ? 'New command' : 'Command'
  usePageTitle(name)
  // Once saved, it has a URL of its own.
  const isSaved = isNew && known !== undefined
  const toAddressOf = useCallback(
    (commandId: string) =>
      void navigate({
        to: '/manage/$guildId/customcommands/$commandId',
        params: { guildId, commandId },
        replace: true,
        ignoreBlocker: true,
      }),
    [navigate, guildId],
  )
  useEffect(() => {
    if (isSaved) toAddressOf(id)
  }, [isSaved, toAddressOf, id])
  const back = (
    <LinkButton variant="primary" to="/manage/$guildId/customcommands" params={{ guildId }}>
      All commands
    </LinkButton>
  )
  const { data } = query
  if (!data || !settings.ready) return <NotReady {...{ query, settings }} what="the command" title="Custom command" />
  if (!isOpen)
    return (
      <Empty level={1} title="There is no such command" action={back}>
        It was deleted, or the link is wrong.
      </Empty>
    )
  return (
    <>
      <Crumbs
        above={[{ label: 'Custom Commands', link: { to: '/manage/$guildId/customcommands', params: { guildId } } }]}
        here={name}
      />
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
        onSaved={saved => {
          if (saved.id === id) return
          onRenamed(saved.id)
          toAddressOf(saved.id)
        }}
        onDeleted={() =>
          void navigate({ to: '/manage/$guildId/customcommands', params: { guildId }, ignoreBlocker: true })
        }
      />
    </>
  )
}
