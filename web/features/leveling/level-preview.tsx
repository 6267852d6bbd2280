import { Hash } from 'lucide-react'
import { useState } from 'react'
import { previewLevel } from '#features/leveling/contract.ts'
import { levelUpText, placeholders } from '#features/leveling/template.ts'
import { useAbout } from '#web/app/queries.ts'
import { useAuth } from '#web/app/session.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { blindLookup, type Lookup, LookupProvider } from '#web/ui/discord/lookup.ts'
import { Message } from '#web/ui/discord/message.tsx'
import { PlaceholderList } from '#web/ui/form/placeholder-list.tsx'
import type { ProgressionForm } from './use-progression-form.ts'
import './progression.css'

/** Stands for the bot in the preview; no real account has it. */
const botId = '0'

/** Who looks at the page, as somebody who has just reached the level. */
function useSample({ guild }: ProgressionForm) {
  const { user } = useAuth()
  const name = user?.username ?? 'User'
  return {
    member: { id: user?.id ?? '1', name, username: name },
    server: { name: guild?.name ?? '', members: guild?.memberCount ?? 0 },
    level: previewLevel,
  }
}

/** The level-up message as Discord will show it, while it is typed. */
export function LevelPreview({ form }: { form: ProgressionForm }) {
  const about = useAbout()
  const sample = useSample(form)
  const [timestamp] = useState(() => new Date().toISOString())
  const { levelup_message: template, levelup_channel: channelId, announce } = form.values
  const content = levelUpText(template, sample)
  const channelName = (id: string) => form.guild?.channels.find(channel => channel.id === id)?.name
  const lookup: Lookup = {
    ...blindLookup,
    avatar: author => (author.id === botId ? '/images/mark.svg' : undefined),
    user: id => (id === sample.member.id ? { name: sample.member.name } : undefined),
    channel: id => {
      const name = channelName(id)
      return name === undefined ? undefined : { name, kind: 'text' }
    },
    role: id => form.guild?.roles.find(role => role.id === id),
  }
  const silent = content === '' || announce === 'never'
  return (
    <Card as="section" className="level-preview" aria-label="Preview">
      <CardHead title="Preview" />
      <p className="level-preview-place">
        <Hash aria-hidden />
        {channelId === null ? 'where the XP was earned' : (channelName(channelId) ?? 'a channel that is gone')}
      </p>
      {silent ? (
        <p className="level-preview-note">
          {announce === 'never' ? 'Level-ups are not announced.' : 'The message is empty, so nothing is sent.'}
        </p>
      ) : (
        <LookupProvider value={lookup}>
          <div className="msgs discord">
            <Message
              message={{
                id: '1',
                author: { id: botId, username: about?.name ?? 'Palisade', bot: true },
                timestamp,
                content,
              }}
            />
          </div>
        </LookupProvider>
      )}
      <p className="level-preview-note">Shown as if you had just reached level {previewLevel}.</p>
    </Card>
  )
}

/** What may stand in the message, with what it becomes. */
export function LevelPlaceholders({ form }: { form: ProgressionForm }) {
  const sample = useSample(form)
  const { id, name: reader } = sample.member
  const examples = placeholders.map(name => ({
    name,
    example: levelUpText(name, sample).replace(`<@${id}>`, `@${reader}`),
  }))
  return <PlaceholderList placeholders={[...examples, { name: '\\n', example: 'a new line' }]} />
}
