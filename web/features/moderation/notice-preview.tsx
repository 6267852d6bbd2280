import { AtSign } from 'lucide-react'
import { messageTo, modlogEmbed } from '#features/moderation/template.ts'
import { MessagePreview, PreviewMessages, PreviewPlace } from '#web/app/preview/message-preview.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import type { MessageView } from '#web/ui/discord/model.ts'
import type { ModerationForm } from './use-moderation-form.ts'

const dayMs = 86_400_000
const sample = { id: '401877195532287719', name: 'jun_tan' }
const reason = 'Advertising without permission'

/** What members and moderators will read when the action of the settings is taken, Discord-true. */
export function NoticePreview({ form }: { form: ModerationForm }) {
  const { maxWarnAction: kind, modlogChannel: logId, dmOnAction: tells, appealText } = form.values
  const { bot, reader, member, server, now, timestamp, lookup } = usePreview(form.guild)
  const channel = form.guild?.channels.find(({ id }) => id === logId)
  // Slightly longer, so that it does not turn into 23 hours while somebody looks.
  const expiresAt = kind === 'timeout' ? now + dayMs + 60_000 : null
  const lasts = expiresAt === null ? null : '1 day'
  const said = (id: string, embed: NonNullable<MessageView['embeds']>[number]): MessageView => ({
    id,
    author: bot,
    timestamp,
    embeds: [embed],
  })
  const about = { kind, server, reason, lasts, expiresAt, appealText }
  const punished = { ...member, id: sample.id, username: sample.name, displayName: sample.name }
  const logged = {
    number: 12,
    kind,
    targetId: sample.id,
    targetName: sample.name,
    moderatorId: reader.id,
    moderatorName: reader.username,
    channelId: null,
    channelName: null,
    detail: null,
    reason,
    createdAt: now,
    expiresAt,
  }
  return (
    <MessagePreview>
      <PreviewPlace icon={<AtSign aria-hidden />}>
        {tells ? 'Direct message to the member' : 'Members are not notified'}
      </PreviewPlace>
      {tells && <PreviewMessages lookup={lookup} messages={[said('1', messageTo(punished, about))]} />}
      <PreviewPlace>{channel?.name ?? 'No moderation log chosen'}</PreviewPlace>
      {channel && <PreviewMessages lookup={lookup} messages={[said('2', modlogEmbed(logged))]} />}
    </MessagePreview>
  )
}
