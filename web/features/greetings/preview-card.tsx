import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { placeName } from '#web/app/preview/guild-lookup.ts'
import { MessagePreview, PreviewMessages, PreviewNote, PreviewPlace } from '#web/app/preview/message-preview.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { useTheme } from '#web/ui/theme.ts'
import { draft } from './sample.ts'
import { useInviter } from './use-inviter.ts'
import type { GreetingForm } from './use-greeting-form.ts'
import './preview-card.css'

const themes = [
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
] as const

/** What Discord will show for these sections as edited, for the current user. */
export function PreviewCard({ forms, name }: { forms: readonly GreetingForm[]; name: string }) {
  const [pageTheme] = useTheme()
  const [theme, setTheme] = useState(pageTheme)
  return (
    <MessagePreview
      title={name}
      controls={
        <Segmented label={`${name} theme`} name={`${name} theme`} options={themes} value={theme} onChange={setTheme} />
      }
    >
      <div data-discord={theme}>
        {forms.map(form => (
          <Drafted key={form.kind} form={form} />
        ))}
      </div>
      <PreviewNote>Shown as if it were about you. Dates follow each reader&rsquo;s own time zone.</PreviewNote>
    </MessagePreview>
  )
}

function Drafted({ form }: { form: GreetingForm }) {
  const { greeting, guild, kind } = form
  const preview = usePreview(guild)
  const inviter = useInviter(guild)
  return (
    <>
      <PreviewPlace>
        {placeName(guild, greeting.channel, 'no channel chosen')}
        {!greeting.enabled && <Badge>Off</Badge>}
      </PreviewPlace>
      <PreviewMessages lookup={preview.lookup} messages={[draft(kind, greeting, preview, inviter)]} />
    </>
  )
}
