import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import greetings, { titles } from '#features/greetings/contract.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { PlaceholderList } from '#web/ui/form/placeholder-list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AdvancedSections } from '../advanced-section.tsx'
import { combineForms } from '../combine-forms.ts'
import { GreetingSection } from '../greeting-section.tsx'
import { usePlaceholders } from '../placeholders.ts'
import { PreviewButton } from '../preview-button.tsx'
import { PreviewCard } from '../preview-card.tsx'
import { useGreetingForm } from '../use-greeting-form.ts'

export const Route = createFileRoute('/manage/$guildId/welcome')({ component: Welcome })

function Welcome() {
  const { guildId } = Route.useParams()
  const [tab, setTab] = useState('general')
  const welcome = useGreetingForm(guildId, 'welcome')
  const farewell = useGreetingForm(guildId, 'farewell')
  const forms = [welcome, farewell]
  const placeholders = usePlaceholders(welcome.guild)
  const changed = forms.filter(({ dirty }) => dirty).map(({ kind }) => `${titles[kind]} Messages`)
  const general = (
    <div className="settings-main">
      {forms.map(form => (
        <GreetingSection key={form.kind} form={form} />
      ))}
      <PlaceholderList placeholders={placeholders.dotted} />
    </div>
  )
  const preview = (
    <div className="settings-main">
      <div className="greeting-previews">
        {forms.map(form => (
          <div key={form.kind}>
            <PreviewCard forms={[form]} name={`${titles[form.kind]} preview`} />
            <div className="greeting-send">
              <PreviewButton form={form} label="Send Preview" />
            </div>
          </div>
        ))}
      </div>
      <PlaceholderList placeholders={placeholders.short} />
    </div>
  )
  return (
    <SettingsPage
      form={combineForms(welcome, farewell)}
      feature={greetings.name}
      ownFindings
      title="Welcome Configuration"
      purpose="What members read when they arrive and what the server reads when they leave."
      where={changed.join(' and ')}
      actions={
        <LinkButton to="/manage/$guildId" params={{ guildId }}>
          Back to Dashboard
        </LinkButton>
      }
      previews={
        <div className="greeting-aside">
          <PreviewCard forms={forms} name="Preview" />
        </div>
      }
      wide={tab === 'preview'}
    >
      <Tabs
        label="Parts of the welcome configuration"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'general', label: 'General', content: general },
          { value: 'advanced', label: 'Advanced', content: <AdvancedSections forms={forms} /> },
          { value: 'preview', label: 'Preview', content: preview },
        ]}
      />
    </SettingsPage>
  )
}
