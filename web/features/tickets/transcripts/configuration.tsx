import { Check, ChevronDown, ChevronUp, Minus } from 'lucide-react'
import { useState } from 'react'
import type tickets from '#features/tickets/contract.ts'
import { signedChannelIn } from '#web/app/guild-names.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { type useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FieldPair, Section } from '#web/ui/form/section.tsx'

type Form = ReturnType<typeof useSettingsForm<(typeof tickets)['forms']['transcript']>>

const formatNames = { html: 'HTML', txt: 'Text', json: 'JSON' } as const

function Fact({ on, children }: { on: boolean; children: string }) {
  return (
    <li>
      {on ? <Check aria-hidden data-on /> : <Minus aria-hidden />}
      {children}
    </li>
  )
}

function logText({ guild }: Form, channel: string | null): string {
  if (channel === null) return 'No log channel'
  return `Log in ${signedChannelIn(guild, channel)}`
}

/** The settings as one line. */
function Facts({ form }: { form: Form }) {
  const value = <K extends Parameters<Form['field']>[0]>(name: K) => form.field(name).value
  if (!value('transcriptsEnabled')) return <p className="field-help">Transcripts are switched off.</p>
  const days = value('retention')
  const channel = value('transcriptChannel')
  return (
    <ul className="transcript-facts">
      <Fact on={value('autoGenerate')}>
        {value('autoGenerate') ? 'Generated when a ticket closes' : 'Made by hand'}
      </Fact>
      <Fact on>{formatNames[value('transcriptFormat')]}</Fact>
      <Fact on={value('includeAttachments')}>
        {value('includeAttachments') ? 'Attachments included' : 'No attachments'}
      </Fact>
      <Fact on>{days === 1 ? 'Kept 1 day' : `Kept ${days} days`}</Fact>
      <Fact on={channel !== null}>{logText(form, channel)}</Fact>
      {value('webhookUrl') !== '' && <Fact on>Sent to a webhook</Fact>}
      <Fact on={value('dmUser')}>{value('dmUser') ? 'DM to the opener' : 'No DM to the opener'}</Fact>
    </ul>
  )
}

/** The configuration of transcripts, collapsed to one line until somebody changes it. */
export function Configuration({ form }: { form: Form }) {
  const [open, setOpen] = useState(false)
  // Edits and errors are never folded away.
  const shown = open || form.dirty
  return (
    <>
      <Card as="section" padded className="transcript-configuration" aria-labelledby="transcript-configuration">
        <div>
          <h2 id="transcript-configuration">Configuration</h2>
          <Facts form={form} />
        </div>
        <Button
          aria-expanded={shown}
          why={form.dirty && 'Save or reset your changes first.'}
          icon={shown ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          Change
        </Button>
      </Card>
      {shown && (
        <>
          <Section
            title="Transcripts"
            purpose="What was written in a ticket, kept after it is gone"
            master={masterOf(form.field('transcriptsEnabled'))}
          >
            <FormField of={form.field('autoGenerate')} />
            <FormField of={form.field('includeAttachments')} />
            <FieldPair>
              <FormField of={form.field('transcriptFormat')} />
              <FormField of={form.field('retention')} />
            </FieldPair>
          </Section>
          <Section title="Where they are sent" purpose="Anyone who can see these places can read what is sent there.">
            <FormField of={form.field('transcriptChannel')} guild={form.guild} />
            <FormField of={form.field('webhookUrl')} />
            <FormField of={form.field('dmUser')} />
          </Section>
        </>
      )}
    </>
  )
}
