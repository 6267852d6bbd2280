import type { Action } from '#features/automations/design/contract.ts'
import { longestTimeout } from '#features/automations/design/contract.ts'
import { texts } from '#features/automations/design/kinds/contract.ts'
import { fillsOf, ownPlaceholders } from '#features/automations/template.ts'
import { EmojiInput } from '#web/app/message/pickers/emoji-input.tsx'
import { TemplateArea } from '#web/app/settings-form/template-area.tsx'
import { ChannelPicker, RolePicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import type { EditorPart } from './use-editor.ts'

const offered = [
  { name: '{member.name}', example: 'their name' },
  { name: '{member.mention}', example: 'mentions them' },
  { name: '{server.name}', example: 'the server' },
  ...ownPlaceholders,
]

/** The fields of an action. */
export function ActionFields({
  guildId,
  guild,
  editing,
  disabled,
  one,
  at,
}: EditorPart & {
  one: Action
  at: number
}) {
  const { design, change, problems } = editing
  const put = (patch: Partial<Action>) =>
    change({ actions: design.actions.map(other => (other.id === one.id ? { ...other, ...patch } : other)) })
  const problem = (key: string) => problems[`actions.${at}.${key}`]
  const text = texts[one.kind]
  const fills = fillsOf(design.trigger.kind)
  return (
    <div className="action-fields">
      {(one.kind === 'send' || one.kind === 'copy') && (
        <ChannelPicker
          label="To the channel"
          name={`actions.${at}.channel_id`}
          channels={guild?.channels ?? []}
          channelTypes={[0, 2, 5, 10, 11, 12, 13]}
          value={one.channel_id}
          onChange={channel_id => put({ channel_id })}
          error={problem('channel_id')}
          disabled={disabled}
        />
      )}
      {(one.kind === 'give_role' || one.kind === 'take_role') && (
        <RolePicker
          label="Role"
          name={`actions.${at}.role_id`}
          roles={guild?.roles ?? []}
          guildId={guildId}
          assignable={one.kind === 'give_role'}
          takeable={one.kind === 'take_role'}
          value={one.role_id}
          onChange={role_id => put({ role_id })}
          error={problem('role_id')}
          disabled={disabled}
        />
      )}
      {one.kind === 'react' && (
        <EmojiInput
          guildId={guildId}
          label="Emoji"
          name={`actions.${at}.emoji`}
          placeholder="🎉 or :name:"
          value={one.emoji}
          onChange={emoji => put({ emoji })}
          error={problem('emoji')}
          disabled={disabled}
        />
      )}
      {one.kind === 'timeout' && (
        <NumberInput
          label="For how long"
          name={`actions.${at}.minutes`}
          min={1}
          max={longestTimeout}
          unit="minutes"
          value={one.minutes}
          onChange={minutes => put({ minutes })}
          error={problem('minutes')}
          disabled={disabled}
        />
      )}
      {text && (
        <TemplateArea
          of={{
            control: 'message',
            name: `actions.${at}.text`,
            label: text.label,
            value: one.text,
            onChange: (value: unknown) => put({ text: typeof value === 'string' ? value : '' }),
            onBlur: () => {},
            max: text.max,
            fills,
            error: problem('text'),
            disabled,
          }}
          offered={offered.filter(({ name }) => fills.includes(name.slice(1, -1)))}
        />
      )}
    </div>
  )
}
