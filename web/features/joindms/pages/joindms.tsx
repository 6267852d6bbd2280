import { createFileRoute } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import joindms from '#features/joindms/contract.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { FieldsUnless } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlaceholderList } from '#web/ui/form/placeholder-list.tsx'
import { Section, SubSection } from '#web/ui/form/section.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { DeliveriesCard } from '../deliveries-card.tsx'
import { MessageFields } from '../message-fields.tsx'
import { usePlaceholders } from '../placeholders.ts'
import { PreviewCard } from '../preview-card.tsx'
import { useDeliveries } from '../use-deliveries.ts'
import '../joindms.css'

export const Route = createFileRoute('/manage/$guildId/joindms')({ component: JoinDms })

function JoinDms() {
  const { guildId } = Route.useParams()
  const form = useSettingsForm({ guildId, form: joindms.forms.joindms, sentences: sentencesFor('join DM settings') })
  const deliveries = useDeliveries(guildId)
  const groups = usePlaceholders(form.guild)
  const own = { ...joindms.settings.parse({}), ...form.values }
  const master = form.field('enabled')
  const rules = form.field('afterRules')
  const { test, outcome, dismiss } = deliveries
  return (
    <SettingsPage
      form={form}
      feature={joindms.name}
      title="Join Dms"
      purpose="A private message for every new member."
      previews={
        <>
          <PreviewCard own={own} guild={form.guild} />
          <DeliveriesCard of={deliveries} />
        </>
      }
    >
      <Section
        title="Join Dms"
        purpose="Sent once to everybody who joins, not again within 30 days, and never to bots"
        stays
        master={masterOf(master)}
        foot={
          <>
            {outcome && <Banner tone={outcome.tone} title={outcome.title} of={outcome} onClose={dismiss} />}
            <p className="field-help">
              {form.dirty
                ? 'Save first: you get what is saved, not what you are editing.'
                : 'Sends you what is saved, as if you had just joined.'}
            </p>
            <Button
              icon={<Send aria-hidden />}
              why={form.readOnly}
              busy={test.isPending}
              busyLabel="Sending..."
              onClick={() => test.mutate()}
            >
              Send a test to me
            </Button>
          </>
        }
      >
        <FieldsUnless className="joindm-fields" why={master.value ? undefined : 'Switch on Join Dms first.'}>
          <FormField of={form.field('type')} />
          <MessageFields own={own} form={form} disabled={form.readOnly || !master.value} />
          <SubSection title="When">
            <Checkbox {...rules} value={rules.value} />
          </SubSection>
        </FieldsUnless>
      </Section>
      <PlaceholderList placeholders={groups.flatMap(({ placeholders }) => placeholders)} />
    </SettingsPage>
  )
}
