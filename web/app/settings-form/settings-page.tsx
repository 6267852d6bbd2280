import { type ReactNode, useRef } from 'react'
import { DisabledReasonProvider, whileBusy } from '#web/ui/disabled-reason.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { History } from '../history/history.tsx'
import { NotShared } from '../manage/not-shared.tsx'
import { PageHead } from '../manage/page-head.tsx'
import { goToFirstInvalid } from '../problems/go-to-control.ts'
import { useSaveKey } from '../save-key.ts'
import { Findings, useFindingsKnown } from '../slots.tsx'
import { ConflictDialog, type PictureOf } from './conflict-dialog.tsx'
import { SignedOut } from '../signed-out.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import './settings-page.css'

/**
 * A page around one settings form: title, result banner, findings of the doctor, the fields (`children`, rendered once
 * loaded), a side column with previews and history, the save bar, and a guard against leaving with unsaved changes.
 */
export function SettingsPage({
  form,
  feature,
  history = feature,
  title,
  purpose,
  badge,
  actions,
  tabs,
  where,
  previews,
  undo,
  saveLabel,
  wide = false,
  ownFindings = false,
  pictureOf,
  children,
}: {
  form: SettingsForm
  /** The feature's name, for its findings and history. */
  feature: string
  /** The feature whose history is shown, if the settings belong to another. */
  history?: string
  title: string
  purpose?: string
  badge?: ReactNode
  actions?: ReactNode
  /** Between the head and the fields. */
  tabs?: ReactNode
  /** The sections that changed, for the save bar; the title by default. */
  where?: string
  /** Shown above the history. */
  previews?: ReactNode
  /** The label of the undo button in the save bar, if the page has another Reset. */
  undo?: string
  /** The label of the save button there, if the page has a Save of its own. */
  saveLabel?: string
  /** Leaves out the side column. */
  wide?: boolean
  /** Whether the sections show the doctor's findings about their settings themselves. */
  ownFindings?: boolean
  /** Pictures of values, for choosing between two people's. */
  pictureOf?: PictureOf
  children: ReactNode
}) {
  const element = useRef<HTMLFormElement>(null)
  const isKnown = useFindingsKnown(form.guildId)
  const save = async () => {
    if (form.readOnly || form.notShared || form.saving) return
    const sound = await form.submit()
    if (!sound) void goToFirstInvalid(() => element.current)
  }
  useSaveKey(() => {
    if (form.dirty) void save()
  })
  return (
    <form
      ref={element}
      className="settings-page"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <PageHead title={title} badge={badge} actions={actions}>
        {purpose}
      </PageHead>
      {tabs}
      {form.notShared && <NotShared />}
      {form.readOnly && !form.notShared && (
        <Banner tone="info" title="Read-only access.">
          You can look at these settings, not change them.
        </Banner>
      )}
      <div className="settings-outcome">
        <SignedOut unsaved={form.dirty} />
        {form.outcome && (
          <Banner tone={form.outcome.tone} title={form.outcome.title} of={form.outcome} onClose={form.dismiss}>
            {form.outcome.detail}
          </Banner>
        )}
      </div>
      {form.failed && (
        <Banner tone="danger" title={form.sentences.load}>
          <TextButton onClick={form.reload}>Try again</TextButton>
        </Banner>
      )}
      {form.ready && isKnown ? (
        <div className={wide ? undefined : 'settings-columns'}>
          <div className="settings-main">
            {!ownFindings && <Findings guildId={form.guildId} feature={feature} />}
            <DisabledReasonProvider why={whileBusy(form.saving)}>{children}</DisabledReasonProvider>
          </div>
          {!wide && (
            <div className="settings-aside">
              {previews}
              <History guildId={form.guildId} feature={history} />
            </div>
          )}
        </div>
      ) : (
        !form.failed && !form.notShared && <Loading />
      )}
      <SaveBar
        dirty={form.dirty}
        saving={form.saving}
        where={where ?? title}
        onReset={form.reset}
        {...(undo !== undefined && { undo })}
        {...(saveLabel !== undefined && { label: saveLabel })}
      />
      <LeaveGuard dirty={form.dirty} />
      {form.conflict && <ConflictDialog form={form} conflict={form.conflict} title={title} pictureOf={pictureOf} />}
    </form>
  )
}

function Loading() {
  return (
    <div className="settings-main">
      <Spinner label="Loading settings..." />
      <Skeleton className="settings-skeleton" />
      <Skeleton className="settings-skeleton" />
    </div>
  )
}
