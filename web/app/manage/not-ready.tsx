import type { UseQueryResult } from '@tanstack/react-query'
import { Banner } from '#web/ui/banner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { SettingsForm } from '../settings-form/use-settings-form.ts'
import { NotShared } from './not-shared.tsx'

/**
 * Shown in place of a feature's things and settings: while they load, if loading failed, or if they are not shared with
 * the user.
 */
export function NotReady({
  query,
  settings,
  what,
  title,
  skeletons = ['settings-skeleton', 'settings-skeleton'],
}: {
  query: Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>
  settings: Pick<SettingsForm, 'failed' | 'notShared' | 'ready' | 'reload'>
  /** 'the emojis' */
  what: string
  /** The page's title, if its head is not shown until everything is loaded. */
  title?: string
  /** Class names of the placeholders shown while loading. */
  skeletons?: readonly string[]
}) {
  const isLoaded = query.data !== undefined
  const heading = title !== undefined && <h1 className="visually-hidden">{title}</h1>
  if (settings.notShared) return <NotShared />
  if ((query.isError && !isLoaded) || settings.failed)
    return (
      <>
        {heading}
        <Banner tone="danger" title={`Failed to load ${what}`}>
          <TextButton
            onClick={() => {
              void query.refetch()
              settings.reload()
            }}
          >
            Try again
          </TextButton>
        </Banner>
      </>
    )
  if (isLoaded && settings.ready) return null
  return (
    <div className="settings-main" role="status">
      {heading}
      <span className="visually-hidden">Loading {what}...</span>
      {skeletons.map((name, at) => (
        <Skeleton key={at} className={name} />
      ))}
    </div>
  )
}
