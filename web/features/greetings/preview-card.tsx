import { Hash, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { LookupProvider } from '#web/ui/discord/lookup.ts'
import { Message } from '#web/ui/discord/message.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { useTheme } from '#web/ui/theme.ts'
import { draft } from './sample.ts'
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
  const preview = usePreview(guild)
  const channel = guild?.channels.find(({ id }) => id === greeting.channel)
  return (
    <>
      <p className="greeting-preview-place">
        <Hash aria-hidden />
        {channel?.name ?? 'no channel chosen'}
        {!greeting.enabled && <Badge>Off</Badge>}
      </p>
      <LookupProvider value={preview.lookup}>
        <div className="msgs discord">
          <Message message={draft(kind, greeting, preview)} />
        </div>
      </LookupProvider>
    </>
  )
}
