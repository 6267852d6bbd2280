import { Mail } from 'lucide-react'
import { type JoinDmSettings } from '#features/joindms/contract.ts'
import { composeJoinDm } from '#features/joindms/template.ts'
import { presetColours } from '#features/greetings/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { MessagePreview, PreviewMessages, PreviewNote, PreviewPlace } from '#web/app/preview/message-preview.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { Badge } from '#web/ui/badge.tsx'
import { unknownInviter } from './placeholders.ts'

/** A color being typed may not be valid yet. */
const sound = (own: JoinDmSettings): JoinDmSettings =>
  /^#[0-9a-f]{6}$/i.test(own.embedColor) ? own : { ...own, embedColor: presetColours[0].value }

/** The message as edited that a new member would get, shown for the current user. */
export function PreviewCard({ own, guild }: { own: JoinDmSettings; guild: GuildCore | undefined }) {
  const { bot, lookup, member, server, timestamp } = usePreview(guild)
  const { content, embeds } = composeJoinDm(sound(own), member, server, unknownInviter)
  const message = { id: 'joindm', author: bot, timestamp, content, embeds, attachments: [] }
  return (
    <MessagePreview>
      <PreviewPlace icon={<Mail aria-hidden />}>
        Direct message
        {!own.enabled && <Badge>Off</Badge>}
      </PreviewPlace>
      <PreviewMessages lookup={lookup} messages={[message]} />
      <PreviewNote>
        Shown as if you had just joined. It always names this server, so that people know where it comes from.
      </PreviewNote>
    </MessagePreview>
  )
}
