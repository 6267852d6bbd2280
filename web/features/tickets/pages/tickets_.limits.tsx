import { createFileRoute } from '@tanstack/react-router'
import tickets from '#features/tickets/contract.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { FieldPair, Section } from '#web/ui/form/section.tsx'
import { BlockedMembers } from '../limits/blocked-members.tsx'
import { RoleLimits } from '../limits/role-limits.tsx'
import { limitWords } from '../limits/limit-words.ts'
import { TicketActions, Trail } from '../ticket-head.tsx'

export const Route = createFileRoute('/manage/$guildId/tickets_/limits')({ component: Limits })

const sentences = {
  load: 'Failed to load ticket limits',
  saved: 'Ticket limits saved successfully!',
  refused: 'Failed to save ticket limits',
  failed: 'Error saving limits: ',
} as const

const tiers = [
  { key: 'default', label: 'Default' },
  { key: 'premium', label: 'Premium' },
  { key: 'vip', label: 'VIP' },
] as const

function Limits() {
  const { guildId } = Route.useParams()
  const form = useSettingsForm({ guildId, form: tickets.forms.limits, sentences })
  const { guild } = form
  const byTier = form.field('userLimits')
  return (
    <>
      <Trail guildId={guildId} here="Ticket Limits" />
      <SettingsPage
        form={form}
        feature={tickets.name}
        title="Ticket Limits"
        purpose="Who may open tickets, and how many."
        actions={<TicketActions guildId={guildId} />}
      >
        <Section title="How many" purpose="Only open tickets count, and support staff are not limited.">
          <FieldPair>
            <FormField of={form.field('maxTicketsPerUser')} />
            <FormField of={form.field('maxOpenTickets')} />
          </FieldPair>
          <p className="field-help">
            {limitWords({ maxTicketsPerUser: form.field('maxTicketsPerUser').value, userLimits: byTier.value })}
          </p>
        </Section>
        <Section title="More for some" purpose="The highest limit that a member’s tier and roles allow applies.">
          <div className="field-triple">
            {tiers.map(({ key, label }) => (
              <NumberInput
                key={key}
                label={label}
                min={1}
                max={20}
                value={byTier.value[key]}
                onChange={value => byTier.onChange({ ...byTier.value, [key]: value })}
                onBlur={byTier.onBlur}
                disabled={byTier.disabled}
              />
            ))}
          </div>
          {byTier.error && <p className="field-error">{byTier.error}</p>}
          <FormField of={form.field('premiumRoles')} guild={guild} />
          <FormField of={form.field('vipRoles')} guild={guild} />
          <RoleLimits of={form.field('roleLimits')} guild={guild} />
        </Section>
        <Section
          title="Cooldown"
          purpose="How long a member waits between two tickets"
          master={masterOf(form.field('rateLimitEnabled'))}
        >
          <FormField of={form.field('cooldownPeriod')} />
        </Section>
        <Section
          title="Inactive tickets"
          purpose="Closed when nobody has written for this long; never while your team’s answer is due"
          master={masterOf(form.field('autoCloseInactive'))}
        >
          <FormField of={form.field('inactiveThreshold')} />
        </Section>
        <Section title="Who may open tickets">
          <FormField of={form.field('requiredRoles')} guild={guild} />
          <FormField of={form.field('blockedRoles')} guild={guild} />
          <BlockedMembers guildId={guildId} of={form.field('blockedUsers')} />
        </Section>
      </SettingsPage>
    </>
  )
}
