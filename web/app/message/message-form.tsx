import type { ReactNode } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import { limits, type Problem } from '#kit/message/limits/contract.ts'
import { Card } from '#web/ui/card.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { Layout } from './components/layout.tsx'
import { Rows } from './components/rows.tsx'
import {
  allParts,
  type ButtonOffer,
  type KeepFile,
  type MessageParts,
  OfferedProvider,
  type PlaceholderGroup,
  type ServerEmoji,
} from './editor/context.ts'
import { EmbedList } from './editor/embed-list.tsx'
import { Frame } from './editor/frame.tsx'
import { ProblemsProvider } from './editor/problems.ts'
import { RichText } from './editor/rich-text.tsx'
import { MessageFiles } from './files/message-files.tsx'
import { useServerEmojis } from './server-emojis.ts'
import { KindSwitch } from './kind-switch.tsx'
import './components/components.css'
import './message.css'

export interface MessageFormProps {
  /** For mentions; undefined until it is loaded. */
  guild: GuildCore | undefined
  value: MessageDraft
  /** @param touched the field being typed in; empty for a separate undo step */
  onChange: (change: (before: MessageDraft) => MessageDraft, touched: string) => void
  parts?: MessageParts
  /** Shown at their fields, by path. From `problemsOf`, for the message with its placeholders filled. */
  problems?: readonly Problem[]
  /** The placeholders to offer, a subset of `fills`. */
  placeholders?: readonly PlaceholderGroup[]
  /** The names of all placeholders, without braces; undefined if none are filled. */
  fills?: readonly string[]
  pictures?: readonly { value: string; label: string }[]
  /** The server's own emoji, if the page has loaded them. */
  emojis?: readonly ServerEmoji[]
  /** What buttons can do besides showing a text. */
  offers?: readonly ButtonOffer[]
  /** Without it, a message cannot have files. */
  keepFile?: KeepFile
  readOnly?: boolean
  /** Whether the form is inside a card or a dialog and has no card of its own. */
  inCard?: boolean
  /** Whether Discord already has the message: some of it can no longer be changed. */
  sent?: boolean
  /** Shown first within the form: where the message is sent. */
  children?: ReactNode
}

/** Edits a message in Discord's order: content, embeds, buttons and selects, files. It neither saves nor sends. */
export function MessageForm({
  guild,
  value: message,
  onChange,
  parts = allParts,
  problems = [],
  placeholders = [],
  fills,
  pictures = [],
  emojis: known,
  offers = [],
  keepFile,
  readOnly = false,
  inCard = false,
  sent = false,
  children,
}: MessageFormProps) {
  const put = (patch: Partial<MessageDraft>, touched = '') => onChange(before => ({ ...before, ...patch }), touched)
  const { attachments } = message
  const loaded = useServerEmojis(known === undefined ? guild?.id : undefined)
  const emojis = known ?? loaded
  return (
    <OfferedProvider
      value={{ guild, emojis, placeholders, fills, pictures, offers, parts, attachments, keepFile, inCard, readOnly }}
    >
      <ProblemsProvider value={problems}>
        <div className="builder-form">
          {(children !== undefined || parts.layout) && (
            <Card as="section" className="builder-body" aria-label={children ? 'Where and as whom' : 'Built from'}>
              {children}
              {parts.layout && <KindSwitch message={message} sent={sent} onChange={kind => put({ kind })} />}
            </Card>
          )}
          {message.kind === 'embeds' ? (
            <>
              {parts.content !== undefined && (
                <Frame className="builder-content">
                  <RichText
                    label={parts.content}
                    path="content"
                    value={message.content}
                    max={limits.content}
                    rows={3}
                    onChange={(content, touched) => put({ content }, touched)}
                  />
                </Frame>
              )}
              <EmbedList embeds={message.embeds} onChange={(embeds, touched) => put({ embeds }, touched)} />
              {parts.rows && (
                <Rows rows={message.components} onChange={(components, touched) => put({ components }, touched)} />
              )}
            </>
          ) : (
            <Layout layout={message.layout} onChange={(layout, touched) => put({ layout }, touched)} />
          )}
          {keepFile && (
            <MessageFiles
              files={attachments}
              onChange={(next, touched = '') =>
                onChange(before => ({ ...before, attachments: next(before.attachments) }), touched)
              }
            />
          )}
          {parts.delivery && (
            <Section title="How it arrives" collapsible>
              <SwitchField
                label="Silent"
                help="People it pings get no notification on their devices."
                value={message.silent}
                onChange={silent => put({ silent })}
                disabled={readOnly || sent}
              />
              {message.kind === 'embeds' && (
                <SwitchField
                  label="Hide embeds"
                  help="Links show no embeds of their own, and yours are hidden as well."
                  value={message.suppress_embeds}
                  onChange={suppress_embeds => put({ suppress_embeds })}
                  disabled={readOnly}
                />
              )}
            </Section>
          )}
        </div>
      </ProblemsProvider>
    </OfferedProvider>
  )
}
