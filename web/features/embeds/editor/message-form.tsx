import { Plus } from 'lucide-react'
import { useState } from 'react'
import { emptyEmbed, type MessageDraft } from '#kit/message/contract.ts'
import { limits } from '#kit/message/limits/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Fence, picketsOf } from '#web/ui/fence.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { ChannelPicker } from '#web/ui/form/guild-pickers.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { FieldPair, Section } from '#web/ui/form/section.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { Layout } from '../components/layout.tsx'
import { Rows } from '../components/rows.tsx'
import { MessageFiles } from '../files/message-files.tsx'
import type { Editor } from '../use-editor.ts'
import { useOffered } from './context.ts'
import { EmbedCard } from './embed-card.tsx'
import { useProblem } from './problems.ts'
import { RichText } from './rich-text.tsx'

const channelTypes = [0, 5, 2]
type Kind = MessageDraft['kind']

/** The message in Discord's order: where and as whom, content, embeds, buttons and selects, files. */
export function MessageForm({ editor }: { editor: Editor }) {
  const { sheet, setMessage, change } = editor
  const { message } = sheet
  const { readOnly } = useOffered()
  const tooMany = useProblem('embeds')
  return (
    <div className="builder-form">
      <Where editor={editor} />
      {message.kind === 'embeds' ? (
        <>
          <Card className="builder-body">
            <RichText
              label="Content"
              path="content"
              value={message.content}
              max={limits.content}
              rows={3}
              onChange={(content, touched) => setMessage({ content }, touched)}
            />
          </Card>
          {message.embeds.map((_, at) => (
            <EmbedCard
              key={at}
              list={message.embeds}
              at={at}
              onChange={(embeds, touched) => setMessage({ embeds }, touched)}
            />
          ))}
          <div className="builder-add-embed">
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              disabled={readOnly || message.embeds.length >= limits.embeds}
              onClick={() => setMessage({ embeds: [...message.embeds, emptyEmbed] })}
            >
              Add embed
            </Button>
            <Fence pickets={picketsOf(Math.min(message.embeds.length, limits.embeds), limits.embeds)} />
            <small>
              {message.embeds.length} of {limits.embeds}
            </small>
          </div>
          <FieldNote id="embeds-note" error={tooMany} />
          <Rows rows={message.components} onChange={(components, touched) => setMessage({ components }, touched)} />
        </>
      ) : (
        <Layout layout={message.layout} onChange={(layout, touched) => setMessage({ layout }, touched)} />
      )}
      <MessageFiles
        files={message.attachments}
        onChange={(next, touched) =>
          change(
            before => ({
              ...before,
              message: { ...before.message, attachments: next(before.message.attachments) },
            }),
            touched,
          )
        }
      />
      <Section title="How it arrives" collapsible>
        <SwitchField
          label="Silent"
          help="Whoever it pings gets no notification on their device."
          value={message.silent}
          onChange={silent => setMessage({ silent })}
          disabled={readOnly || editor.place.post !== undefined}
        />
        {message.kind === 'embeds' && (
          <SwitchField
            label="Hide embeds"
            help="Links show no embeds of their own, and yours are hidden, too."
            value={message.suppress_embeds}
            onChange={suppress_embeds => setMessage({ suppress_embeds })}
            disabled={readOnly}
          />
        )}
      </Section>
    </div>
  )
}

function Where({ editor }: { editor: Editor }) {
  const { sheet, change, setMessage, place } = editor
  const { guild, readOnly } = useOffered()
  const [asked, setAsked] = useState<Kind>()
  const isSent = place.post !== undefined
  const { kind } = sheet.message
  const channelProblem = useProblem('channelId')
  const nameProblem = useProblem('sender.name')
  const pictureProblem = useProblem('sender.avatar_url')
  const { sender } = sheet
  const isFilled =
    kind === 'embeds'
      ? sheet.message.content !== '' || sheet.message.embeds.length + sheet.message.components.length > 0
      : sheet.message.layout.length > 0
  const turn = (next: Kind) => {
    if (next === kind) return
    if (isFilled) setAsked(next)
    else setMessage({ kind: next })
  }
  return (
    <Card as="section" className="builder-body" aria-label="Where and as whom">
      <TextInput
        label="Name"
        name="name"
        value={sheet.name}
        onChange={name => change(before => ({ ...before, name }), 'name')}
        max={80}
        optional
        help="Only seen here, to find it again."
        disabled={readOnly}
      />
      <FieldPair>
        <ChannelPicker
          label="Channel"
          name="channelId"
          channels={guild?.channels ?? []}
          channelTypes={channelTypes}
          mustWrite={false}
          value={sheet.channelId}
          onChange={channelId => change(before => ({ ...before, channelId }))}
          error={channelProblem}
          disabled={readOnly || isSent}
        />
        <Select
          label="Send as"
          value={sender ? 'webhook' : 'bot'}
          onChange={as => change(before => ({ ...before, sender: as === 'bot' ? null : { name: '', avatar_url: '' } }))}
          options={[
            { value: 'bot', label: 'The bot itself' },
            { value: 'webhook', label: 'A webhook of the bot’s' },
          ]}
          help={sender ? 'A webhook of the bot’s own, with this name and picture.' : undefined}
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
            error={nameProblem}
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
            error={pictureProblem}
            disabled={readOnly || isSent}
          />
        </FieldPair>
      )}
      <div className="builder-kind">
        <span className="field-label">Built from</span>
        <Segmented
          label="Built from"
          name="builder-kind"
          value={kind}
          onChange={turn}
          options={[
            { value: 'embeds', label: 'Embeds', disabled: readOnly || (isSent && kind === 'components') },
            { value: 'components', label: 'Components', disabled: readOnly },
          ]}
        />
        <small>Components cannot be mixed with content or embeds.</small>
      </div>
      {asked && (
        <ConfirmDialog
          open
          title={asked === 'components' ? 'Build it from components?' : 'Build it from embeds?'}
          action={asked === 'components' ? 'Use components' : 'Use embeds'}
          danger={false}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setMessage({ kind: asked })
            setAsked(undefined)
          }}
        >
          {asked === 'components'
            ? 'Content and embeds are not sent then. They stay in this draft, and come back when you switch again.'
            : 'The components are not sent then. They stay in this draft, and come back when you switch again.'}
        </ConfirmDialog>
      )}
    </Card>
  )
}
