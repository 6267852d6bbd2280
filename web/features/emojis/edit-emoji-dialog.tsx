import { useState } from 'react'
import { type ListedEmoji, longestName, namePattern, nameProblem } from '#features/emojis/emoji/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { failureText } from '#web/app/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { nothingChanged, whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { RolesPicker } from '#web/ui/form/guild-pickers.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { fieldProblem, type useEmojiCalls } from './use-emojis.ts'

const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every(id => b.includes(id))

/** Renames an emoji, and chooses which roles may use it. */
export function EditEmojiDialog({
  emoji,
  guild,
  calls: { change },
  onClose,
  onDone,
}: {
  emoji: ListedEmoji
  guild: GuildCore
  calls: ReturnType<typeof useEmojiCalls>
  onClose: () => void
  onDone: (sentence: string) => void
}) {
  const [name, setName] = useState(emoji.name)
  const [roles, setRoles] = useState<readonly string[]>(emoji.roles)
  const wanted = name.trim()
  const isNamed = wanted !== emoji.name
  const hasRoles = !isSame(roles, emoji.roles)
  const isSound = namePattern.test(wanted)
  const close = closeUnlessSending(change, onClose)
  const save = () => {
    if (!isSound || change.isPending || !(isNamed || hasRoles)) return
    change.mutate(
      { id: emoji.id, ...(isNamed && { name: wanted }), ...(hasRoles && { roles: [...roles] }) },
      { onSuccess: ({ emoji: after, waiting }) => onDone(after ? `:${after.name}: saved.` : (waiting ?? '')) },
    )
  }
  const nameError = isSound ? fieldProblem(change.error, 'name') : nameProblem(wanted)
  const rolesError = fieldProblem(change.error, 'roles')
  const told = change.isError && nameError === undefined && rolesError === undefined
  return (
    <EditDialog
      title={`Edit :${emoji.name}:`}
      lead={<img className="emoji-picture" src={emoji.url} alt="" width={32} height={32} />}
      changed={isNamed || hasRoles}
      busy={change.isPending}
      onClose={close}
      footer={
        <>
          <Button onClick={close} why={whileBusy(change.isPending)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={change.isPending}
            busyLabel="Saving..."
            why={!isSound ? nameProblem(wanted) : !(isNamed || hasRoles) && nothingChanged}
            onClick={save}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="emoji-form">
        {told && (
          <Banner tone="danger" title={failureText(change.error, 'The emoji could not be changed. Try again.')} />
        )}
        <TextInput
          label="Name"
          value={name}
          onChange={text => {
            change.reset()
            setName(text)
          }}
          max={longestName}
          counter
          help="Messages that already have it show the new name, too."
          error={nameError}
          onEnter={save}
        />
        <RolesPicker
          label="Who may use it"
          roles={guild.roles}
          guildId={guild.id}
          value={roles}
          onChange={next => {
            change.reset()
            setRoles(next)
          }}
          placeholder="Everybody"
          help="Only members with one of these roles. Nobody else sees it among their emojis."
          error={rolesError}
        />
      </div>
    </EditDialog>
  )
}
