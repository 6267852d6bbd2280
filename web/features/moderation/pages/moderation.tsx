import { createFileRoute, useLocation } from '@tanstack/react-router'
import moderation from '#features/moderation/contract.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useArrival } from '#web/app/use-arrival.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { readFilter } from '../cases/case-filter.ts'
import { CaseList } from '../cases/case-list.tsx'
import { NoticePreview } from '../notice-preview.tsx'
import { SettingsSections } from '../settings-sections.tsx'
import { useModerationForm } from '../use-moderation-form.ts'

export const Route = createFileRoute('/manage/$guildId/moderation')({
  // Parsed in the component: this line is in the first chunk of the site, which should not load contracts.
  validateSearch: (search: Record<string, unknown>) => search,
  component: Moderation,
})

function Moderation() {
  const { guildId } = Route.useParams()
  const filter = readFilter(Route.useSearch())
  const navigate = Route.useNavigate()
  const form = useModerationForm(guildId)
  const { hash } = useLocation()
  const arrival = useArrival(filter.case !== undefined || hash === 'cases')
  return (
    <>
      <SettingsPage
        form={form}
        feature={moderation.name}
        title="Moderation"
        purpose="Warnings, what happens when they add up, the moderation log and all cases."
        actions={!form.notShared && <ButtonAnchor href="#cases">Go to cases</ButtonAnchor>}
        previews={form.values.enabled && <NoticePreview form={form} />}
      >
        <SettingsSections form={form} />
      </SettingsPage>
      {!form.notShared && (
        <CaseList
          guildId={guildId}
          filter={filter}
          hidden={!form.ready && !form.failed}
          arrival={arrival}
          onFilter={change =>
            void navigate({
              search: before => ({ ...readFilter({ ...before, case: undefined, ...change }) }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
    </>
  )
}
