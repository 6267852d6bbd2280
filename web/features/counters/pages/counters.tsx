import { createFileRoute } from '@tanstack/react-router'
import counters from '#features/counters/contract.ts'
import { masterOf } from '#web/app/settings-form/master.ts'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { Section } from '#web/ui/form/section.tsx'
import { CounterList } from '../counter-list.tsx'
import '../counters.css'

export const Route = createFileRoute('/manage/$guildId/counters')({ component: Counters })

function Counters() {
  const { guildId } = Route.useParams()
  const form = useSettingsForm({ guildId, form: counters.forms.counters, sentences: sentencesFor('counters') })
  return (
    <div className="counters-page">
      <SettingsPage
        form={form}
        feature={counters.name}
        title="Counters"
        purpose="Voice channels whose names say how many members there are. Nobody can join them."
      >
        <Section
          title="Counters"
          purpose="While this is off, the channels stay and their numbers do not change."
          master={masterOf(form.field('enabled'))}
        />
      </SettingsPage>
      {!form.notShared && <CounterList guildId={guildId} />}
    </div>
  )
}
