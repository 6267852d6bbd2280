import { AtSign } from 'lucide-react'
import { messageTo, modlogEmbed, thresholdReason } from '#features/moderation/template.ts'
import { placeName } from '#web/app/preview/guild-lookup.ts'
import { MessagePreview, PreviewMessages, PreviewPlace } from '#web/app/preview/message-preview.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import type { MessageView } from '#web/ui/discord/model.ts'
import type { CaseFilter } from './cases/case-filter.ts'
import { useCases } from './cases/use-cases.ts'
import type { ModerationForm } from './use-moderation-form.ts'

const everyCase: CaseFilter = {}
const dayMs = 86_400_000

/** What the member and the moderators would see in Discord if the current user reached the warning threshold now. */
export function NoticePreview({ form }: { form: ModerationForm }) {
  const { maxWarn, maxWarnAction: kind, modlogChannel: logId, dmOnAction: tells, appealText } = form.values
  const { bot, member, server, now, timestamp, lookup } = usePreview(form.guild)
  const [newest] = useCases(form.guildId, everyCase).data?.pages[0]?.cases ?? []
  const channel = form.guild?.channels.find(({ id }) => id === logId)
  const reason = thresholdReason(maxWarn, maxWarn)
  // Slightly longer than a day, so that it does not change to 23 hours while somebody is looking.
  const expiresAt = kind === 'timeout' ? now + dayMs + 60_000 : null
  const lasts = expiresAt === null ? null : '1 day'
  const said = (id: string, embed: NonNullable<MessageView['embeds']>[number]): MessageView => ({
    id,
    author: bot,
    timestamp,
    embeds: [embed],
  })
  const about = { kind, server, reason, lasts, expiresAt, appealText }
  const logged = {
    number: (newest?.number ?? 0) + 1,
    kind,
    targetId: member.id,
    targetName: member.username,
    moderatorId: bot.id,
    moderatorName: bot.username,
    channelId: null,
    channelName: null,
    detail: null,
    reason,
    createdAt: now,
    expiresAt,
  }
  const pictures = { target: member.avatarURL }
  return (
    <MessagePreview>
      <PreviewPlace icon={<AtSign aria-hidden />}>
        {tells ? 'Direct message to the member' : 'Members are not notified'}
      </PreviewPlace>
      {tells && <PreviewMessages lookup={lookup} messages={[said('1', messageTo(member, about))]} />}
      <PreviewPlace>{placeName(form.guild, logId, 'No moderation log chosen')}</PreviewPlace>
      {channel && <PreviewMessages lookup={lookup} messages={[said('2', modlogEmbed(logged, pictures))]} />}
    </MessagePreview>
  )
}
