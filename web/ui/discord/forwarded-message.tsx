import type { APIMessageSnapshotFields } from 'discord-api-types/v10'
import { Forward } from 'lucide-react'
import { Attachments } from './attachments.tsx'
import { Embed } from './embed.tsx'
import { Markdown } from './markdown/view.tsx'

/** A forwarded message: its content, without its author. */
export function ForwardedMessage({ snapshot }: { snapshot: APIMessageSnapshotFields }) {
  return (
    <div className="snapshot">
      <p className="msg-note">
        <Forward className="icon-sm" aria-hidden /> Forwarded
      </p>
      {snapshot.content && <Markdown text={snapshot.content} />}
      <Attachments files={snapshot.attachments} />
      {snapshot.embeds.map((embed, key) => (
        <Embed key={key} embed={embed} />
      ))}
    </div>
  )
}
