import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { describeField } from '#contract'
import general, { type CommandAccess, type CommandRule, commandRule } from '#features/general/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { ApiError, call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { ChannelsPicker, RolesPicker } from '#web/ui/form/guild-pickers.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { overriddenText } from './rule-words.ts'

interface RuleDialogProps {
  guildId: string
  guild: GuildCore
  command: CommandAccess
  onClose(): void
}

const roleLists = ['allowRoles', 'denyRoles'] as const
const channelLists = ['allowChannels', 'denyChannels'] as const

/** A field's name, label and help, from the contract. */
function wordsOf(key: keyof CommandRule) {
  const { label = key, help } = describeField(commandRule.shape[key]) ?? {}
  return { name: key, label, help }
}
const { channelTypes } = describeField(commandRule.shape.allowChannels) ?? {}

/** Only the fields that changed, so that somebody else's changes in the meantime stay. */
function changed(before: CommandRule, after: CommandRule): Partial<CommandRule> {
  const isOther = ([key, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[key as keyof CommandRule])
  return Object.fromEntries(Object.entries(after).filter(isOther))
}

/** Changes the server's rule for one command. */
export function RuleDialog({ guildId, guild, command, onClose }: RuleDialogProps) {
  const { name, title, needs, discord, openToManagers } = command
  const [rule, setRule] = useState(command.rule)
  const formId = useId()
  const client = useQueryClient()
  const toast = useToast()
  const save = useMutation({
    mutationFn: () =>
      call(general, 'setCommandRule', { params: { guildId, command: name }, body: changed(command.rule, rule) }),
    onSuccess: async () => {
      await reload(client, guildKey(guildId))
      toast({ title: `Saved who may use ${title}.` })
      onClose()
    },
  })
  const close = closeUnlessSending(save, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const problems = save.error instanceof ApiError ? save.error.fields : {}
  return (
    <EditDialog
      changed={JSON.stringify(rule) !== JSON.stringify(command.rule)}
      busy={save.isPending}
      onClose={close}
      title={`Who may use ${title}`}
      size="medium"
      description={
        needs.length > 0
          ? `It needs ${needs.join(' and ')}, whatever is chosen here.`
          : 'It needs no permission of its own.'
      }
      footer={
        <>
          <Button variant="secondary" onClick={close} why={whileBusy(save.isPending)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <form id={formId} className="command-rule" onSubmit={submit}>
        <SwitchField
          {...wordsOf('disabled')}
          value={rule.disabled}
          onChange={disabled => setRule({ ...rule, disabled })}
        />
        {openToManagers && <p className="field-help">Anyone who manages the server can use it anyway.</p>}
        {roleLists.map(key => (
          <RolesPicker
            key={key}
            {...wordsOf(key)}
            roles={guild.roles}
            guildId={guildId}
            value={rule[key]}
            onChange={ids => setRule({ ...rule, [key]: ids })}
            error={problems[key]}
          />
        ))}
        {channelLists.map(key => (
          <ChannelsPicker
            key={key}
            {...wordsOf(key)}
            channels={guild.channels}
            channelTypes={channelTypes}
            value={rule[key]}
            onChange={ids => setRule({ ...rule, [key]: ids })}
            error={problems[key]}
          />
        ))}
        <FailedCall error={save.error} />
      </form>
      <h3>In Discord</h3>
      {discord.length === 0 ? (
        <p className="field-help">Nothing is set there. You could do so under Server Settings &gt; Integrations.</p>
      ) : (
        <>
          <ul>
            {discord.map(override => (
              <li key={overriddenText(override)}>{overriddenText(override)}</li>
            ))}
          </ul>
          <p className="field-help">
            This also applies to the typed command. It can only be changed in Discord: Server Settings &gt;
            Integrations.
          </p>
        </>
      )}
    </EditDialog>
  )
}
