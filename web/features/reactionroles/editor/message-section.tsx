import { Link2, PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import { emptyEmbed, type EmbedDraft } from '#kit/message/contract.ts'
import { messageLink, type MenuDesign } from '#features/reactionroles/menus/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ColourInput } from '#web/ui/form/colour-input.tsx'
import { ChannelPicker } from '#web/ui/form/guild-pickers.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { FieldPair } from '#web/ui/form/section.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { useLinkedMessage, problemOf } from '../use-menus.ts'
import { EditorCard } from './editor-card.tsx'
import type { MenuEditing } from './use-menu-editor.ts'

/** Text, announcements, voice, stages: wherever a message can be posted. */
const postable = [0, 5, 2, 13]

interface Props {
  guildId: string
  guild: GuildCore | undefined
  editing: MenuEditing
  disabled: boolean
}

/** Where a menu stands: on a message that Palisade writes, or on one that exists. */
export function MessageSection({ guildId, guild, editing, disabled }: Props) {
  const { design, change, problems } = editing
  return (
    <EditorCard
      title="Message"
      purpose="Palisade writes it, or attaches to one that exists"
      controls={
        <Segmented
          label="Message"
          name="menu-source"
          value={design.source}
          onChange={source =>
            // What is written belongs to a channel, what is attached to the message's.
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
            label="Channel"
            channels={guild?.channels ?? []}
            channelTypes={postable}
            value={design.channel_id}
            onChange={channel_id => change({ channel_id })}
            error={problems['channel_id']}
            disabled={disabled}
          />
        ) : (
          <LinkField guildId={guildId} editing={editing} disabled={disabled} />
        )}
        <TextInput
          label="Name"
          value={design.name}
          onChange={name => change({ name })}
          max={100}
          help="For this list only."
          error={problems['name']}
          disabled={disabled}
        />
      </FieldPair>
      {design.source === 'written' && (
        <>
          <TextArea
            label="Message"
            value={design.content}
            onChange={content => change({ content })}
            max={2000}
            error={problems['content']}
            disabled={disabled}
          />
          <SwitchField
            label="List the roles below the text"
            help="One line for each: its emoji and its role. Nobody is pinged."
            value={design.lists}
            onChange={lists => change({ lists })}
            disabled={disabled}
          />
          <EmbedPart design={design} editing={editing} disabled={disabled} />
        </>
      )}
    </EditorCard>
  )
}

/** The link of a message, and what became of it. */
function LinkField({ guildId, editing, disabled }: Omit<Props, 'guild'>) {
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
        ? problemOf(found.error, 'The message could not be loaded.')
        : undefined
      : 'That is no link to a message.'
  const note = found.data
    ? `By ${found.data.author.username}${found.data.own ? '' : ': reactions only, since Palisade did not write it'}.`
    : 'In Discord: right-click the message, then Copy Message Link.'
  return (
    <TextInput
      label="Link to the message"
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

/** The first embed; further ones, which come from elsewhere, stay as they are. */
function EmbedPart({ design, editing, disabled }: { design: MenuDesign; editing: MenuEditing; disabled: boolean }) {
  const { change, problems } = editing
  const [embed = emptyEmbed] = design.embeds
  const hasOne = design.embeds.length > 0
  const put = (patch: Partial<EmbedDraft>) => change({ embeds: [{ ...embed, ...patch }, ...design.embeds.slice(1)] })
  const errorOf = (key: string) => problems[`embeds.0.${key}`]
  const colour = embed.color === null ? '' : `#${embed.color.toString(16).padStart(6, '0').toUpperCase()}`
  return (
    <details className="menu-embed" open={Object.keys(problems).some(key => key.startsWith('embeds')) || undefined}>
      <summary>
        Embed
        <Badge>{!hasOne ? 'none' : design.embeds.length === 1 ? 'one' : String(design.embeds.length)}</Badge>
      </summary>
      <div className="menu-embed-fields">
        <SwitchField
          label="Embed"
          help="A framed text below the message."
          value={hasOne}
          onChange={on =>
            change({ embeds: on ? [{ ...emptyEmbed, color: 0x06_8a_dd, title: 'Choose your roles' }] : [] })
          }
          error={problems['embeds']}
          disabled={disabled}
        />
        {hasOne && (
          <>
            <TextInput
              label="Title"
              value={embed.title}
              onChange={title => put({ title })}
              max={256}
              counter
              error={errorOf('title') ?? problems['embeds.0']}
              disabled={disabled}
            />
            <TextArea
              label="Description"
              value={embed.description}
              onChange={description => put({ description })}
              max={4096}
              error={errorOf('description')}
              disabled={disabled}
            />
            <ColourInput
              label="Colour"
              value={colour}
              onChange={typed => {
                if (/^#[0-9a-f]{6}$/i.test(typed)) put({ color: Number.parseInt(typed.slice(1), 16) })
              }}
              error={errorOf('color')}
              disabled={disabled}
            />
            <FieldPair>
              <TextInput
                label="Image URL"
                type="url"
                value={embed.image.url}
                onChange={url => put({ image: { url } })}
                placeholder="https://"
                error={errorOf('image.url')}
                disabled={disabled}
              />
              <TextInput
                label="Thumbnail URL"
                type="url"
                value={embed.thumbnail.url}
                onChange={url => put({ thumbnail: { url } })}
                placeholder="https://"
                error={errorOf('thumbnail.url')}
                disabled={disabled}
              />
            </FieldPair>
            <TextInput
              label="Footer"
              value={embed.footer.text}
              onChange={text => put({ footer: { ...embed.footer, text } })}
              max={2048}
              error={errorOf('footer.text')}
              disabled={disabled}
            />
          </>
        )}
      </div>
    </details>
  )
}
