import { createFileRoute } from '@tanstack/react-router'
import antinuke from '#features/antinuke/contract.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { hasDataOrError, useReadyOrTimedOut } from '#web/app/page-ready.ts'
import { nothingChanged } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/app/link-button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { LastIncident } from '../incidents/last-incident.tsx'
import { useLastIncident } from '../incidents/use-incidents.ts'
import { AccessBadge } from '../access-badge.tsx'
import { GeneralTab } from '../settings/general-tab.tsx'
import { LogsTab } from '../settings/logs-tab.tsx'
import { PermissionsTab } from '../settings/permissions-tab.tsx'
import { ProtectionTab } from '../settings/protection-tab.tsx'
import { UsersTab } from '../settings/users-tab.tsx'
import { purpose } from '../shell.tsx'
import { useAlarms, useRequests } from '../tamper/use-tamper.ts'
import { AntinukeTabs, readTab, type SettingsTab } from '../tabs.tsx'
import { UnauthorizedDialog } from '../unauthorized-dialog.tsx'
import { type AntinukeForm, useAntinukeForm } from '../use-antinuke-form.ts'
import { useMayRead } from '../use-may-read.ts'
import { ExemptPeople } from '../exempt-people.tsx'

export const Route = createFileRoute('/manage/$guildId/antinuke')({
  validateSearch: (search: Record<string, unknown>): { tab?: string } =>
    typeof search['tab'] === 'string' ? { tab: search['tab'] } : {},
  component: Antinuke,
})

function Antinuke() {
  const { guildId } = Route.useParams()
  const tab = readTab(Route.useSearch().tab)
  const form = useAntinukeForm(guildId)
  const isComplete = useComplete(guildId, tab)
  return (
    <>
      <SettingsPage
        form={{ ...form, ready: form.ready && isComplete }}
        feature={antinuke.name}
        title="AntiNuke"
        badge={(form.ready || form.notShared) && <AccessBadge level={form.access.level} />}
        purpose={purpose}
        actions={form.ready && <SaveButton form={form} />}
        tabs={<AntinukeTabs guildId={guildId} listed={form.listed} />}
        where="AntiNuke"
        previews={
          <>
            <LastIncident guildId={guildId} />
            <ExemptPeople form={form} />
          </>
        }
      >
        <Tab form={form} tab={tab} />
      </SettingsPage>
      {form.notShared && <UnauthorizedDialog guildId={guildId} />}
    </>
  )
}

/** Whether everything shown between the settings has loaded: anything later would move them. */
function useComplete(guildId: string, tab: SettingsTab): boolean {
  const mayAsk = useMayRead(guildId) === true
  const last = useLastIncident(guildId, mayAsk)
  const onGeneral = [useRequests(guildId, mayAsk), useAlarms(guildId, mayAsk)]
  return useReadyOrTimedOut(hasDataOrError(last) && (tab !== 'general' || onGeneral.every(hasDataOrError)), guildId)
}

function SaveButton({ form }: { form: AntinukeForm }) {
  if (!form.access.canEditSettings)
    return <Button why="You can look at these settings, not change them.">View Only</Button>
  return (
    <Button type="submit" why={!form.dirty && nothingChanged} busy={form.saving} busyLabel="Saving...">
      Save Settings
    </Button>
  )
}

function Tab({ form, tab }: { form: AntinukeForm; tab: SettingsTab }) {
  const { guildId } = form
  if (tab === 'general') return <GeneralTab form={form} />
  if (!form.values.enabled)
    return <DisabledNotice guildId={guildId}>Enable AntiNuke in General to set up this part.</DisabledNotice>
  if (tab === 'protection') return <ProtectionTab form={form} />
  if (tab === 'users') return <UsersTab form={form} />
  if (tab === 'permissions') return <PermissionsTab form={form} />
  return <LogsTab form={form} />
}

/** Shown in place of a tab while AntiNuke is off. */
function DisabledNotice({ guildId, children }: { guildId: string; children: string }) {
  return (
    <Empty
      title="AntiNuke is disabled"
      action={
        <LinkButton to="/manage/$guildId/antinuke" params={{ guildId }} search={{}}>
          Go to General
        </LinkButton>
      }
    >
      {children}
    </Empty>
  )
}
