import type { GuildCore } from '#kernel/contract.ts'
import type { Problem } from '#kit/message/limits/contract.ts'
import { Select } from '#web/ui/form/combobox.tsx'
import { ChannelPicker } from '#web/ui/form/guild-pickers.tsx'
import { FieldPair } from '#web/ui/form/section.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import type { Editor } from './use-editor.ts'

const channelTypes = [0, 5, 2]

/** The message's name here, where it is sent and as whom. */
export function Where({
  editor: { content, change, place },
  guild,
  problems,
  readOnly,
}: {
  editor: Editor
  guild: GuildCore | undefined
  problems: readonly Problem[]
  readOnly: boolean
}) {
  const isSent = place.post !== undefined
  const problem = (path: string) => problems.find(one => one.path === path)?.sentence
  const { sender } = content
  return (
    <>
      <TextInput
        label="Name"
        name="name"
        value={content.name}
        onChange={name => change(before => ({ ...before, name }), 'name')}
        max={80}
        optional
        help="Only shown here, so that you can find it again."
        disabled={readOnly}
      />
      <FieldPair>
        <ChannelPicker
          label="Channel"
          name="channelId"
          channels={guild?.channels ?? []}
          channelTypes={channelTypes}
          mustWrite={false}
          value={content.channelId}
          onChange={channelId => change(before => ({ ...before, channelId }))}
          error={problem('channelId')}
          disabled={readOnly || isSent}
        />
        <Select
          label="Send as"
          value={sender ? 'webhook' : 'bot'}
          onChange={as => change(before => ({ ...before, sender: as === 'bot' ? null : { name: '', avatar_url: '' } }))}
          options={[
            { value: 'bot', label: 'The bot itself' },
            { value: 'webhook', label: 'A webhook of the bot' },
          ]}
          help={sender ? 'A webhook that belongs to the bot, with this name and picture.' : undefined}
          disabled={readOnly || isSent}
        />
      </FieldPair>
      {sender && (
        <FieldPair>
          <TextInput
            label="Sender’s name"
            name="sender.name"
            value={sender.name}
            onChange={name => change(before => ({ ...before, sender: { ...sender, name } }), 'sender.name')}
            max={80}
            counter
            error={problem('sender.name')}
            disabled={readOnly || isSent}
          />
          <TextInput
            label="Sender’s picture"
            name="sender.avatar_url"
            value={sender.avatar_url}
            onChange={avatar_url =>
              change(before => ({ ...before, sender: { ...sender, avatar_url } }), 'sender.avatar_url')
            }
            type="url"
            placeholder="https://"
            optional
            error={problem('sender.avatar_url')}
            disabled={readOnly || isSent}
          />
        </FieldPair>
      )}
    </>
  )
}
