import type { ReactNode } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/**
 * The settings of a whole feature, on a page that is about its things. Saved separately, with buttons that appear once
 * something was changed.
 */
export function SettingsCard({
  form,
  title,
  purpose,
  children,
}: {
  form: SettingsForm
  title: string
  purpose?: string
  children: ReactNode
}) {
  return (
    <Section
      title={title}
      {...(purpose !== undefined && { purpose })}
      foot={
        form.dirty ? (
          <>
            <Button variant="ghost" size="sm" onClick={form.reset} why={whileBusy(form.saving)}>
              Reset
            </Button>
            <Button size="sm" variant="primary" busy={form.saving} onClick={() => void form.submit()}>
              Save settings
            </Button>
          </>
        ) : undefined
      }
    >
      {form.outcome && (
        <Banner tone={form.outcome.tone} title={form.outcome.title} of={form.outcome} onClose={form.dismiss}>
          {form.outcome.detail}
        </Banner>
      )}
      {children}
      <LeaveGuard dirty={form.dirty} />
      {form.conflict && <ConflictDialog form={form} conflict={form.conflict} title={title} />}
    </Section>
  )
}
