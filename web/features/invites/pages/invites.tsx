import { createFileRoute } from '@tanstack/react-router'
import invites from '#features/invites/contract.ts'
import { personId } from '#web/app/list/person-id.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { useArrival } from '#web/app/use-arrival.ts'
import { Section } from '#web/ui/form/section.tsx'
import { Board } from '../board.tsx'
import { Codes } from '../codes.tsx'
import { Joins } from '../joins.tsx'
import { RanksEditor } from '../ranks-editor.tsx'

export const Route = createFileRoute('/manage/$guildId/invites')({
  validateSearch: ({ joins }: Record<string, unknown>): { joins?: string | undefined } => ({ joins: personId(joins) }),
  component: Invites,
})

function Invites() {
  const { guildId } = Route.useParams()
  const { joins } = Route.useSearch()
  const navigate = Route.useNavigate()
  const arrival = useArrival(joins !== undefined)
  const form = useSettingsForm({ guildId, form: invites.forms.invites, sentences: sentencesFor('invite settings') })
  return (
    <SettingsPage
      form={form}
      feature={invites.name}
      title="Invite Tracking"
      purpose="Who invited whom, how certain that is, and roles for members who invite others."
    >
      <Section
        title="Invite Tracking"
        purpose="The same switch as in Server Settings. While it is off, nobody who joins is counted."
        master={masterOf(form.field('tracking'))}
      >
        <FormField of={form.field('youngDays')} />
      </Section>
      <Section title="Ranks" purpose="Roles that members get when they reach a number of invites">
        <RanksEditor of={form.field('ranks')} guild={form.guild} />
      </Section>
      <Board guildId={guildId} />
      <Joins
        guildId={guildId}
        userId={joins}
        arrival={arrival}
        onAll={() => void navigate({ search: {}, replace: true, resetScroll: false })}
      />
      <Codes guildId={guildId} guild={form.guild} />
    </SettingsPage>
  )
}
