import { AtSign, Hash } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageTo, modlogEmbed } from '#features/moderation/template.ts'
import { useGuild } from '#web/app/manage/guild.ts'
import { useProductName } from '#web/app/queries.ts'
import { useAuth } from '#web/app/session.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { blindLookup, type Lookup, LookupProvider } from '#web/ui/discord/lookup.ts'
import { Message } from '#web/ui/discord/message.tsx'
import type { MessageView } from '#web/ui/discord/model.ts'
import type { ModerationForm } from './use-moderation-form.ts'
import './notice-preview.css'

/** Stands for the bot in the preview; no real account has it. */
const botId = '0'
const lookup: Lookup = { ...blindLookup, avatar: author => (author.id === botId ? '/images/mark.svg' : undefined) }

const dayMs = 86_400_000
const sample = { id: '401877195532287719', name: 'jun_tan', reason: 'Advertising without asking' }

/** What members and moderators will read when the action of the settings is taken, Discord-true. */
export function NoticePreview({ form }: { form: ModerationForm }) {
  const { max_warn_action: kind, modlog_channel: logId, dm_on_action: tells, appeal_text: appealText } = form.values
  const guildName = useGuild().name
  const product = useProductName()
  const { user } = useAuth()
  const [now] = useState(() => Date.now())
  const channel = form.guild?.channels.find(({ id }) => id === logId)
  // A moment more, so that it does not read as 23 hours while one looks.
  const expiresAt = kind === 'timeout' ? now + dayMs + 60_000 : null
  const lasts = expiresAt === null ? null : '1 day'
  const said = (id: string, embed: NonNullable<MessageView['embeds']>[number]): MessageView => ({
    id,
    author: { id: botId, username: product, bot: true },
    timestamp: new Date(now).toISOString(),
    embeds: [embed],
  })
  const about = { kind, guildName, reason: sample.reason, lasts, expiresAt, appealText }
  const logged = {
    number: 12,
    kind,
    targetId: sample.id,
    targetName: sample.name,
    moderatorId: user?.id ?? botId,
    moderatorName: user?.username ?? product,
    channelId: null,
    channelName: null,
    detail: null,
    reason: sample.reason,
    createdAt: now,
    expiresAt,
  }
  return (
    <Card as="section" className="notice-preview" aria-label="Preview">
      <CardHead title="Preview" />
      <LookupProvider value={lookup}>
        <Place icon={<AtSign aria-hidden />} name={tells ? 'Direct message to the member' : 'Members are not told'}>
          {tells && <Message message={said('1', messageTo({ name: sample.name }, about))} />}
        </Place>
        <Place icon={<Hash aria-hidden />} name={channel?.name ?? 'No moderation log chosen'}>
          {channel && <Message message={said('2', modlogEmbed(logged))} />}
        </Place>
      </LookupProvider>
    </Card>
  )
}

function Place({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <>
      <p className="notice-place">
        {icon}
        {name}
      </p>
      {children && <div className="msgs discord">{children}</div>}
    </>
  )
}
