import { Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { safeFileName } from '#kit/message/components/contract.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import { messageAsJson } from '#kit/message/json/writing/contract.ts'
import { MessagePreview, PreviewMessages, PreviewNote, PreviewPlace } from '#web/app/preview/message-preview.tsx'
import { imageAddress, type Preview } from '#web/app/preview/use-preview.ts'
import { useAbout } from '#web/app/queries.ts'
import type { MessageView } from '#web/ui/discord/model.ts'
import { Segmented } from '#web/ui/form/radio.tsx'
import { useTheme } from '#web/ui/theme.ts'
import './side.css'

const themes = [
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
] as const

const pictures = /\.(?:png|jpe?g|gif|webp)$/i
/** An id that no account has: a webhook appears under its own name. */
const hookId = '100000000000000001'

/** The URL of each of the message's files, by the file name that the message refers to. */
const filesOf = ({ attachments }: MessageDraft, fileUrl: (id: string) => string): Map<string, string> =>
  new Map(attachments.map(({ id, filename }) => [safeFileName(filename), fileUrl(id)]))

/** Replaces references to the message's own files by their URLs. */
function withFiles(value: unknown, files: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return value.startsWith('attachment://') ? (files.get(value.slice('attachment://'.length)) ?? value) : value
  if (Array.isArray(value)) return value.map(one => withFiles(one, files))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withFiles(inner, files)]))
}

/** The message as Discord will show it, with its placeholders filled. */
export function DraftPreview({
  guildId,
  filled,
  preview,
  place,
  sender = null,
  fileUrl = () => '',
  note,
}: {
  guildId: string
  /** The message with its placeholders filled. */
  filled: MessageDraft
  preview: Preview
  /** Where the message goes, from `placeName`. */
  place: ReactNode
  /** The name and picture of the sending webhook; null if the bot sends it. */
  sender?: { name: string; avatar_url: string } | null
  /** The URL of a file of the message. */
  fileUrl?: (id: string) => string
  /** Below the message. */
  note?: ReactNode
}) {
  const [pageTheme] = useTheme()
  const [theme, setTheme] = useState(pageTheme)
  const { cdnUrl = '' } = useAbout() ?? {}
  const files = filesOf(filled, fileUrl)
  const drawn = withFiles(messageAsJson(filled), files) as Partial<MessageView>
  const used = JSON.stringify(messageAsJson(filled))
  const attachments = filled.attachments.flatMap(({ id, filename, bytes, description }) => {
    const name = safeFileName(filename)
    if (used.includes(`attachment://${name}`)) return []
    const type = pictures.test(name) ? 'image/png' : 'application/octet-stream'
    const url = files.get(name) ?? ''
    return [{ id, filename, size: bytes, url, proxy_url: url, content_type: type, ...(description && { description }) }]
  })
  const isBlank =
    filled.kind === 'components'
      ? filled.layout.length === 0
      : filled.content.trim() === '' &&
        filled.embeds.length + filled.components.length + filled.attachments.length === 0
  const message: MessageView = {
    id: 'preview',
    author: sender ? { id: hookId, username: sender.name.trim() || 'Webhook', bot: true } : preview.bot,
    timestamp: preview.timestamp,
    ...(sender && { webhook_id: hookId }),
    ...drawn,
    attachments,
  }
  const hookPicture = sender?.avatar_url ? imageAddress(sender.avatar_url, cdnUrl, guildId) : undefined
  const lookup = {
    ...preview.lookup,
    avatar: (author: { id: string; username: string }) =>
      author.id === hookId ? hookPicture : preview.lookup.avatar(author),
  }
  return (
    <MessagePreview
      controls={
        <Segmented label="Preview theme" name="builder-theme" options={themes} value={theme} onChange={setTheme} />
      }
    >
      <div data-discord={theme}>
        <PreviewPlace>{place}</PreviewPlace>
        {isBlank ? (
          <p className="builder-blank">Nothing to show yet</p>
        ) : (
          <div inert>
            <PreviewMessages lookup={lookup} messages={[message]} />
          </div>
        )}
      </div>
      {!isBlank && note !== undefined && <PreviewNote>{note}</PreviewNote>}
    </MessagePreview>
  )
}
