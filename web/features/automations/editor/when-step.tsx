import { Zap } from 'lucide-react'
import { triggerKind, triggers, writers } from '#features/automations/design/kinds/contract.ts'
import type { Design } from '#features/automations/design/contract.ts'
import { Select } from '#web/ui/form/combobox.tsx'
import { ChannelsPicker, RolesPicker } from '#web/ui/form/guild-pickers.tsx'
import { EmojisField } from './emojis-field.tsx'
import { FlowStep } from './flow-step.tsx'
import type { EditorPart } from './use-editor.ts'

/** Text, announcement, thread and voice channels, which have chats; forums through their posts. */
const writtenIn = [0, 2, 5, 10, 11, 12, 13, 15, 16] as const
const spokenIn = [2, 13] as const

/** The trigger. */
export function WhenStep({ guildId, guild, editing, disabled }: EditorPart) {
  const { design, change, problems, stored } = editing
  const { trigger } = design
  const put = (patch: Partial<Design['trigger']>) => change({ trigger: { ...trigger, ...patch } })
  const { about } = triggerKind(trigger.kind)
  const told = (key: string) =>
    problems[`trigger.${key}`] ?? stored?.problems.find(({ field }) => field === `trigger.${key}`)?.sentence
  const ofRoles = trigger.kind === 'role_given' || trigger.kind === 'role_taken'
  return (
    <FlowStep tag="When" icon={<Zap aria-hidden />} title={triggerKind(trigger.kind).label}>
      <div className="flow-fields">
        <Select
          label="What starts it"
          name="trigger.kind"
          options={triggers.map(({ value, label }) => ({ value, label }))}
          value={trigger.kind}
          onChange={kind => put({ kind })}
          error={problems['trigger.kind']}
          disabled={disabled}
        />
        {about.includes('channel') && (
          <ChannelsPicker
            label="In"
            name="trigger.channels"
            placeholder="Every channel"
            channels={guild?.channels ?? []}
            channelTypes={trigger.kind === 'voice' ? spokenIn : writtenIn}
            value={trigger.channels}
            onChange={channels => put({ channels })}
            error={told('channels')}
            disabled={disabled}
          />
        )}
        {trigger.kind === 'message' && (
          <Select
            label="By"
            name="trigger.by"
            options={writers}
            value={trigger.by}
            onChange={by => put({ by })}
            error={told('by')}
            disabled={disabled}
          />
        )}
        {trigger.kind === 'reaction' && (
          <EmojisField
            guildId={guildId}
            label="Emojis"
            name="trigger.emojis"
            placeholder="Any emoji"
            most={20}
            value={trigger.emojis}
            onChange={emojis => put({ emojis })}
            error={told('emojis') ?? Object.entries(problems).find(([key]) => key.startsWith('trigger.emojis.'))?.[1]}
            disabled={disabled}
          />
        )}
        {ofRoles && (
          <RolesPicker
            label="Roles"
            name="trigger.roles"
            placeholder="Any role"
            roles={guild?.roles ?? []}
            guildId={guildId}
            value={trigger.roles}
            onChange={roles => put({ roles })}
            error={told('roles')}
            disabled={disabled}
          />
        )}
      </div>
    </FlowStep>
  )
}
