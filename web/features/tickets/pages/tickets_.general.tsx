import { createFileRoute } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import tickets from '#features/tickets/contract.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { nothingChanged, whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { AdditionalRoles } from '../additional-roles.tsx'
import { TicketActions, Trail } from '../ticket-head.tsx'

export const Route = createFileRoute('/manage/$guildId/tickets_/general')({ component: General })

const sentences = {
  load: 'Failed to load general settings',
  saved: 'General settings saved successfully!',
  refused: 'Failed to save general settings',
  failed: 'Failed to save general settings: ',
} as const

function General() {
  const { guildId } = Route.useParams()
  // Read in the component: the module's top level is in the first chunk of the site, which should not load contracts.
  const { general } = tickets.forms
  const form = useSettingsForm({ guildId, form: general, sentences })
  const { guild } = form
  const toDefaults = () => {
    // Reset leaves the switch of the whole module as it is.
    const { enabled: _enabled, ...defaults } = general.settings.parse({})
    for (const [name, value] of Object.entries(defaults)) {
      const field = form.field(name as keyof typeof defaults)
      if (JSON.stringify(field.value) !== JSON.stringify(value)) field.onChange(value)
    }
  }
  return (
    <>
      <Trail guildId={guildId} here="General Settings" />
      <SettingsPage
        form={form}
        feature={tickets.name}
        title="General Settings"
        // Here Reset restores the defaults and is beside Save.
        undo="Discard"
        saveLabel="Save changes"
        purpose="Who answers tickets, and how they are opened and closed."
        actions={
          <TicketActions guildId={guildId}>
            {!form.failed && !form.notShared && (
              <>
                <Button
                  icon={<RotateCcw aria-hidden />}
                  onClick={toDefaults}
                  why={form.readOnly || whileBusy(!form.ready || form.saving)}
                >
                  Reset
                </Button>
                <Button
                  type="submit"
                  why={form.readOnly || whileBusy(!form.ready) || (!form.dirty && nothingChanged)}
                  busy={form.saving}
                  busyLabel="Saving..."
                >
                  Save
                </Button>
              </>
            )}
          </TicketActions>
        }
      >
        <Section
          title="Tickets"
          purpose="While this is off, panel buttons say so and open nothing; existing tickets can be answered and closed."
          master={masterOf(form.field('enabled'))}
          stays
        />
        <Section title="Support team" purpose="Who answers">
          <FormField of={form.field('supportTeamRole')} guild={guild} none="No support team" />
          <AdditionalRoles of={form.field('additionalRoles')} guild={guild} />
          <FormField of={form.field('pingRole')} guild={guild} none="Nobody is pinged" />
        </Section>
        <Section title="Opening and closing">
          <FormField of={form.field('twoStepTicket')} />
          <FormField of={form.field('twoStepClose')} />
          <FormField of={form.field('autoPinTicket')} />
          <FormField of={form.field('ticketPadding')} />
          <FormField of={form.field('panelLimit')} />
        </Section>
        <Section title="Log">
          <FormField of={form.field('logChannel')} guild={guild} none="Nowhere" />
        </Section>
      </SettingsPage>
    </>
  )
}
