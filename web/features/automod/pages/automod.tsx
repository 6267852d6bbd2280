import { createFileRoute } from '@tanstack/react-router'
import automod from '#features/automod/contract.ts'
import { personId } from '#web/app/list/person-id.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useArrival } from '#web/app/use-arrival.ts'
import { Configuration } from '../configuration.tsx'
import { NativeSection } from '../native-section.tsx'
import { Replay } from '../dry-run/replay.tsx'
import { Strikes } from '../strikes.tsx'
import { Tester } from '../dry-run/tester.tsx'
import { useAutomodForm } from '../use-automod-form.ts'
import { WordsSection } from '../words/words-section.tsx'
import '../automod.css'

export const Route = createFileRoute('/manage/$guildId/automod')({
  validateSearch: ({ strikes }: Record<string, unknown>): { strikes?: string | undefined } => ({
    strikes: personId(strikes),
  }),
  component: Automod,
})

function Automod() {
  const { guildId } = Route.useParams()
  const { strikes } = Route.useSearch()
  const navigate = Route.useNavigate()
  const arrival = useArrival(strikes !== undefined)
  const form = useAutomodForm(guildId)
  const { enabled } = form.values
  return (
    <SettingsPage
      form={form}
      feature={automod.name}
      title="Auto-moderation"
      purpose="Removes spam, listed words, invites, links and mass mentions, with strikes that add up."
      previews={enabled && <Tester form={form} />}
    >
      <Configuration form={form} />
      {enabled && (
        <>
          <WordsSection form={form} />
          <Replay form={form} />
          <NativeSection form={form} />
          <Strikes
            guildId={guildId}
            userId={strikes}
            arrival={arrival}
            onAll={() => void navigate({ search: {}, replace: true, resetScroll: false })}
          />
        </>
      )}
    </SettingsPage>
  )
}
