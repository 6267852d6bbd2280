import { Link2, PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import { draftOf, longest, messageLink } from '#features/reactionroles/menus/contract.ts'
import { failureText } from '#web/app/api.ts'
import { boundFields } from '#web/app/design-editor/bound-fields.ts'
import { type ServerEmoji, textParts } from '#web/app/message/editor/context.ts'
import { MessageForm } from '#web/app/message/message-form.tsx'
import { ChannelPicker } from '#web/ui/form/guild-pickers.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { FieldPair } from '#web/ui/form/section.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { useLinkedMessage } from '../use-menus.ts'
import { EditorCard } from './editor-card.tsx'
import type { MenuEditing } from './use-menu-editor.ts'

/** Text, announcement, voice and stage channels: wherever a message can be posted. */
const postable = [0, 5, 2, 13]

interface Props {
  guildId: string
  guild: GuildCore | undefined
  emojis: readonly ServerEmoji[]
  editing: MenuEditing
  disabled: boolean
}

/** Where a menu is: on a message that Palisade writes, or on an existing one. */
export function MessageSection({ guildId, guild, emojis, editing, disabled }: Props) {
  const { design, change, problems } = editing
  const bound = boundFields(editing, disabled)
  return (
    <EditorCard
      title="Message"
      purpose="Written here, or attached to one that exists"
      controls={
        <Segmented
          label="Message"
          name="menu-source"
          value={design.source}
          onChange={source =>
            // A written message has a channel of its own, an attached one the channel of the existing message.
            change({ source, ...(source === 'attached' && design.kind !== 'reactions' && { kind: 'reactions' }) })
          }
          options={[
            { value: 'written', label: 'Write it here', icon: <PencilLine aria-hidden />, disabled },
            { value: 'attached', label: 'Attach by link', icon: <Link2 aria-hidden />, disabled },
          ]}
        />
      }
    >
      <FieldPair>
        {design.source === 'written' ? (
          <ChannelPicker
            {...bound('channel_id')}
            label="Channel"
            channels={guild?.channels ?? []}
            channelTypes={postable}
          />
        ) : (
          <LinkField guildId={guildId} editing={editing} disabled={disabled} />
        )}
        <TextInput {...bound('name')} label="Name" max={longest.name} counter help="For this list only." />
      </FieldPair>
      {design.source === 'written' && (
        <>
          <MessageForm
            guild={guild}
            value={draftOf(design)}
            onChange={edit => {
              const { content, embeds } = edit(draftOf(design))
              change({ content, embeds })
            }}
            parts={textParts}
            problems={Object.entries(problems).map(([path, sentence = '']) => ({ path, place: '', sentence }))}
            emojis={emojis}
            inCard
            readOnly={disabled}
          />
          <SwitchField
            {...bound('lists')}
            label="List the roles below the text"
            help="One line for each: its emoji and its role. Nobody is pinged."
          />
        </>
      )}
    </EditorCard>
  )
}

/** A link to a message, with the message that was found. */
function LinkField({ guildId, editing, disabled }: Omit<Props, 'guild' | 'emojis'>) {
  const { design, change, problems } = editing
  const { channel_id: channelId, attached_id: messageId } = design
  const known =
    channelId !== null && messageId !== null ? `https://discord.com/channels/${guildId}/${channelId}/${messageId}` : ''
  const [typed, setTyped] = useState(known)
  const link = messageLink(typed) ? typed.trim() : ''
  const found = useLinkedMessage(guildId, link)
  const take = (text: string) => {
    setTyped(text)
    const ids = messageLink(text)
    change({ channel_id: ids?.channelId ?? null, attached_id: ids?.messageId ?? null })
  }
  const mistake =
    typed.trim() === '' || link !== ''
      ? found.error
        ? failureText(found.error, 'The message could not be loaded.')
        : undefined
      : 'That is not a link to a message.'
  const note = found.data
    ? `By ${found.data.author.username}${found.data.own ? '' : ': reactions only, since the bot did not write it'}.`
    : 'In Discord: right-click the message, then Copy Message Link.'
  return (
    <TextInput
      label="Link to the message"
      name="attached_id"
      type="url"
      value={typed}
      onChange={take}
      placeholder="https://discord.com/channels/…"
      help={note}
      error={problems['attached_id'] ?? problems['channel_id'] ?? mistake}
      disabled={disabled}
    />
  )
}
