import { createFileRoute, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft, Trophy } from 'lucide-react'
import leveling from '#features/leveling/contract.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { masterOf } from '#web/app/settings-form/master.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { ImportSection } from '../import-section.tsx'
import { LevelPlaceholders, LevelPreview } from '../level-preview.tsx'
import { MessageSection } from '../message-section.tsx'
import { RatesSection } from '../rates-section.tsx'
import { RewardsSection } from '../rewards-section.tsx'
import { useProgressionForm } from '../use-progression-form.ts'

export const Route = createFileRoute('/manage/$guildId/progression')({ component: Progression })

function Progression() {
  const { guildId } = Route.useParams()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = useNavigate()
  // Before the first page of a visit, the browser's history contains other sites, such as the sign-in.
  const back = () =>
    canGoBack ? history.back() : void navigate({ to: '/manage/$guildId/dashboard', params: { guildId } })
  const form = useProgressionForm(guildId)
  const { enabled } = form.values
  return (
    <SettingsPage
      form={form}
      feature={leveling.name}
      ownFindings
      title="Levels"
      purpose="Members earn XP and levels by writing."
      actions={
        <>
          <Button icon={<ArrowLeft aria-hidden />} onClick={back}>
            Back
          </Button>
          <LinkButton icon={<Trophy aria-hidden />} to="/manage/$guildId/progression/leaderboard" params={{ guildId }}>
            Leaderboard
          </LinkButton>
        </>
      }
      previews={enabled && <LevelPreview form={form} />}
    >
      <Section
        title="Ranking"
        purpose="Messages, commands and time in voice are counted, and messages earn XP."
        master={masterOf(form.field('enabled'))}
      />
      {enabled && (
        <>
          <MessageSection form={form} />
          <LevelPlaceholders form={form} />
          <RewardsSection form={form} />
          <RatesSection form={form} />
          <ImportSection guildId={guildId} readOnly={form.readOnly} />
        </>
      )}
    </SettingsPage>
  )
}
