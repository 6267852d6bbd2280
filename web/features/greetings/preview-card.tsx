import { Hash, Moon, Sun } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAvatarUrl } from '#web/app/avatar-url.ts'
import { useAbout } from '#web/app/queries.ts'
import { useAuth } from '#web/app/session.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { blindLookup, type Lookup, LookupProvider } from '#web/ui/discord/lookup.ts'
import { Message } from '#web/ui/discord/message.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { useTheme } from '#web/ui/theme.ts'
import { botId, draft, samplePerson } from './sample.ts'
import type { GreetingForm } from './use-greeting-form.ts'
import './preview-card.css'

const themes = [
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
] as const

/** What Discord will show of these sections, as they are edited, for the one who looks. */
export function PreviewCard({ forms, name }: { forms: readonly GreetingForm[]; name: string }) {
  const [pageTheme] = useTheme()
  const [theme, setTheme] = useState(pageTheme)
  return (
    <Card as="section" className="greeting-preview" aria-label={name}>
      <CardHead title={name}>
        <Segmented label={`${name} theme`} name={`${name} theme`} options={themes} value={theme} onChange={setTheme} />
      </CardHead>
      <div data-discord={theme}>
        {forms.map(form => (
          <Drafted key={form.kind} form={form} />
        ))}
      </div>
      <p className="greeting-preview-note">
        Shown as if it were about you. Owner, boosts and inviter are samples. Dates follow each reader&rsquo;s own
        clock.
      </p>
    </Card>
  )
}

function Drafted({ form }: { form: GreetingForm }) {
  const { greeting, guild, kind } = form
  const { user } = useAuth()
  const about = useAbout()
  const face = useAvatarUrl(user, 128)
  const [now] = useState(() => Date.now())
  const cdnUrl = about?.cdnUrl ?? ''
  const channel = guild?.channels.find(({ id }) => id === greeting.channel)
  const person = useMemo(() => user && samplePerson(user, face, cdnUrl, now), [user, face, cdnUrl, now])
  const lookup: Lookup = {
    ...blindLookup,
    avatar: author => (author.id === botId ? '/images/mark.svg' : undefined),
    user: id => (id === user?.id ? { name: user.username } : undefined),
    channel: id => {
      const found = guild?.channels.find(one => one.id === id)
      return found && { name: found.name, kind: 'text' }
    },
    role: id => {
      const found = guild?.roles.find(one => one.id === id)
      return found && { name: found.name }
    },
    // Our own policy lets pictures of Discord's through and no others.
    image: address => (cdnUrl !== '' && address.startsWith(`${cdnUrl}/`) ? address : undefined),
  }
  return (
    <>
      <p className="greeting-preview-place">
        <Hash aria-hidden />
        {channel?.name ?? 'no channel chosen'}
        {!greeting.enabled && <Badge>Off</Badge>}
      </p>
      <LookupProvider value={lookup}>
        <div className="msgs discord">
          {person && <Message message={draft(kind, greeting, person, guild, about?.name ?? 'Palisade', now)} />}
        </div>
      </LookupProvider>
    </>
  )
}
