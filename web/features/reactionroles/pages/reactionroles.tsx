import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import reactionroles from '#features/reactionroles/contract.ts'
import { mostMenus } from '#features/reactionroles/menus/contract.ts'
import { randomKey } from '#web/app/random-key.ts'
import { useEditorKey } from '#web/app/design-editor/use-editor-key.ts'
import { NotReady } from '#web/app/manage/not-ready.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { SettingsCard } from '#web/app/settings-form/settings-card.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { SignedOut } from '#web/app/signed-out.tsx'
import { useMayManage } from '#web/app/own-access.ts'
import { useClearing } from '#web/app/use-clearing.ts'
import { Banner } from '#web/ui/banner.tsx'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { MenuEditor } from '../editor/menu-editor.tsx'
import { MenuCards } from '../menu-cards.tsx'
import { useMenus } from '../use-menus.ts'
import '../editor/choices.css'
import '../reaction-roles.css'

export const Route = createFileRoute('/manage/$guildId/reactionroles')({ component: ReactionRoles })

function ReactionRoles() {
  const { guildId } = Route.useParams()
  const query = useMenus(guildId)
  const settings = useSettingsForm({
    guildId,
    form: reactionroles.forms.reactionroles,
    sentences: sentencesFor('reaction role settings'),
  })
  const { guild } = settings
  const preview = usePreview(guild)
  const menus = query.data?.menus ?? []
  const readOnly = !useMayManage(guildId)(reactionroles.name)
  const [chosen, setChosen] = useState<string>()
  const [fresh, setFresh] = useState<string>()
  const [dirty, setDirty] = useState(false)
  /** The menu that somebody with unsaved changes wants to go to. */
  const [wanted, setWanted] = useState<string>()
  const [result, setResult] = useState<string>()
  useClearing(result, () => setResult(undefined))
  const isListed = (wantedId: string | undefined) => menus.some(({ id }) => id === wantedId)
  // Nothing typed is lost if somebody else deletes the menu.
  const isKept = chosen !== undefined && (isListed(chosen) || chosen === fresh || dirty)
  const selected = isKept ? chosen : menus[0]?.id
  const isNew = selected !== undefined && !isListed(selected)
  const { key, follow } = useEditorKey(selected ?? '')
  const open = (id: string) => {
    setDirty(false)
    setWanted(undefined)
    setChosen(id)
  }
  const go = (id: string) => {
    if (id === selected) return
    if (dirty) setWanted(id)
    else open(id)
  }
  const add = () => {
    const id = randomKey()
    setFresh(id)
    go(id)
  }
  const create = (
    <Button icon={<Plus aria-hidden />} onClick={add} why={readOnly || whileFull(menus.length, mostMenus, 'menus')}>
      New menu
    </Button>
  )
  const isReady = query.data !== undefined && settings.ready
  return (
    <div className="reaction-roles">
      <PageHead title="Reaction Roles" actions={isReady && selected === undefined ? undefined : create}>
        Members choose their own roles. A menu is a message with reactions, buttons or a select.
      </PageHead>
      {readOnly && isReady && (
        <Banner tone="info" title="Read-only access.">
          You can look at these menus, not change them.
        </Banner>
      )}
      <SignedOut unsaved={dirty || settings.dirty} />
      {result !== undefined && <Banner tone="success" title={result} onClose={() => setResult(undefined)} />}
      {isReady && !settings.values.enabled && (
        <Banner tone="warning" title="Reaction Roles is switched off.">
          Nobody can choose until it is on again, below.
        </Banner>
      )}
      <NotReady
        {...{ query, settings }}
        what="reaction roles"
        skeletons={['menu-cards-skeleton', 'settings-skeleton', 'settings-skeleton']}
      />
      {isReady && selected === undefined && (
        <Card>
          <Empty
            title="No menus yet"
            action={
              <Button variant="primary" icon={<Plus aria-hidden />} onClick={add} why={readOnly}>
                New menu
              </Button>
            }
          >
            A menu is a message from which members choose their roles.
          </Empty>
        </Card>
      )}
      {isReady && selected !== undefined && (
        <>
          <MenuCards menus={menus} guild={guild} selected={selected} isNew={isNew} onSelect={go} />
          <MenuEditor
            key={key}
            guildId={guildId}
            guild={guild}
            id={selected}
            menu={menus.find(({ id }) => id === selected)}
            emojis={query.data?.emojis ?? []}
            preview={preview}
            readOnly={readOnly}
            onDirty={next => {
              setDirty(next)
              setChosen(selected)
            }}
            onSaved={({ id }) => {
              if (id !== selected) follow(id)
              setChosen(id)
            }}
            onReload={() => {
              void query.refetch()
              settings.reload()
            }}
            onDeleted={name => {
              setDirty(false)
              setFresh(undefined)
              setChosen(undefined)
              setResult(`${name} deleted.`)
            }}
          />
        </>
      )}
      {isReady && (
        <SettingsCard form={settings} title="All menus">
          <FormField of={settings.field('enabled')} />
          <FormField of={settings.field('checkOnReturn')} />
        </SettingsCard>
      )}
      {wanted !== undefined && (
        <ConfirmDialog
          open
          title="Leave without saving?"
          action="Leave"
          cancel="Keep editing"
          onCancel={() => setWanted(undefined)}
          onConfirm={() => open(wanted)}
        >
          Your changes to this menu will be lost.
        </ConfirmDialog>
      )}
    </div>
  )
}
